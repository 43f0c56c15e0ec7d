import { defineConfig } from '@playwright/test';
import stories from './playwright.config.js';

/** What `make bench` measures in the browser, on the release program: one after the other, never again. */
export default defineConfig({
  ...stories,
  testDir: './measure',
  testMatch: '*.measure.ts',
  workers: 1,
  retries: 0,
  timeout: 180_000,
  use: { ...stories.use, trace: 'off', screenshot: 'off' },
});
