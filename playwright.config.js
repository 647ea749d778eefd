import { defineConfig } from '@playwright/test';

// By number, since a bare system may not know the name localhost.
const ADDRESS = '127.0.0.1';
const PORT = Number(process.env.BF_PORT ?? 47321);

// The system's Chromium; nothing is downloaded. BF_CHROMIUM names another one.
const executablePath = process.env.BF_CHROMIUM ?? '/usr/bin/chromium';
const args = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const mesa = ['--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'];

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 1, // a software renderer takes every core it finds
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    baseURL: `http://${ADDRESS}:${PORT}/`,
    viewport: { width: 960, height: 600 },
    trace: 'retain-on-failure',
  },
  projects: [
    {
      name: 'swiftshader',
      // What Chromium falls back to without a GPU. The interface does not depend on who draws, so once is enough.
      testIgnore: [
        'access',
        'address',
        'bench',
        'bounded',
        'element',
        'files',
        'insight',
        'interface',
        'language',
        'memory',
        'panel',
        'site',
        'takeaway',
        'threads',
      ].map((name) => `**/${name}.spec.js`),
      use: { launchOptions: { executablePath, args } },
    },
    {
      // The native export runs on Mesa too, so pictures can be compared.
      name: 'llvmpipe',
      use: { launchOptions: { executablePath, args: [...args, ...mesa] } },
    },
  ],
  webServer: {
    command: `npx vite preview --host ${ADDRESS} --strictPort --port ${PORT}`,
    url: `http://${ADDRESS}:${PORT}/`,
    reuseExistingServer: false,
    timeout: 20_000,
  },
});
