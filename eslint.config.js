import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['build/', 'node_modules/', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[property.name=/^(HEAPU8|_malloc|_free)$/]',
          message: 'Only web/js/wasm/ touches the heap.',
        },
      ],
    },
  },
  {
    files: ['web/js/**/*.js'],
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
  },
  { files: ['web/js/wasm/*.js'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['tests/**/*.js', '*.config.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser, boidforge: 'readonly' } },
  },
];
