import { test as base } from '@playwright/test';
import boutique from './boutique.js';
import { clear } from './till.js';

/**
 * A story of the boutique. Each worker has its own boutique, data and simulators; within one, the
 * stories run one after the other and each begins with an empty basket and a calm terminal.
 */
export const test = base.extend<{ morning: void }, { past: 'any' | 'unposted'; house: void }>({
  // Stories that want the days before today as they came keep to boutiques in which nobody posts.
  past: ['any', { scope: 'worker', option: true }],
  house: [
    async ({ past: _ }, use) => {
      const end = await boutique();
      await use();
      end();
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  morning: [
    async ({}, use) => {
      await clear();
      await use();
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
