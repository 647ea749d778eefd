import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['build/', 'node_modules/', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  {
    rules: { eqeqeq: 'error', 'no-var': 'error', 'prefer-const': 'error' },
  },
  {
    files: ['web/js/**/*.js'],
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
  },
  {
    files: ['web/js/**/*.js'],
    ignores: ['web/js/wasm/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[property.name=/^(HEAP|_malloc|_free|ccall)/]',
          message: 'Only web/js/wasm/ touches the heap.',
        },
      ],
    },
  },
  {
    files: ['tests/**/*.js', 'bench/*.js', 'gallery/*.js', 'site/*.js', 'package/*.js', '*.config.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser, boidforge: 'readonly' } },
  },
];
