import { defineConfig } from '@playwright/test';

/** Debian's Chromium, never one that a package downloads. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: '.',
  outputDir: 'result',
  // Each worker opens a boutique of its own; a till has one basket, so within it stories take turns.
  workers: Number(process.env.VITRINE_WORKERS ?? 2),
  fullyParallel: true,
  // The rest of the sizes, themes and languages takes minutes.
  // VITRINE_LONG=1 tells those stories, too.
  ...(process.env.VITRINE_LONG ? {} : { grepInvert: /@long/ }),
  // What stands still ends; what a crowded machine makes slow does not. A disk that was kept busy took a story of 8 s to 50.
  timeout: 120_000,
  // A crowded machine can make a story late. Told again in a new boutique it must hold; it is named at
  // the end of the run all the same (docs/decisions/0030-unsteady-stories.md).
  retries: 1,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // A trace records every step and every picture of it; a story that is told again gets one.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
