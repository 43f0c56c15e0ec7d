import { test as base } from '@playwright/test';
import boutique from './boutique.js';
import { clear } from './till.js';

/** How many days wait where stories want that. */
const OPEN_DAYS = 3;

/**
 * A story of the boutique. Each worker has its own boutique, data and simulators; within one, the
 * stories run one after the other and each begins with an empty basket and a calm terminal.
 */
export const test = base.extend<{ morning: void }, { past: 'posted' | 'unposted'; house: void }>({
  // Stories that want days that wait keep to boutiques in which nobody posts them.
  past: ['posted', { scope: 'worker', option: true }],
  house: [
    async ({ past }, use) => {
      const end = await boutique(past === 'unposted' ? OPEN_DAYS : 0);
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
