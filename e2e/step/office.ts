import { expect, type Page } from '@playwright/test';
import { PASSWORD, Till } from './till.js';
import type { Language } from './words.js';

/** Somebody whose first page is not the sale, or who knows another password, signs in. */
export async function signIn(till: Till, user: string, password = PASSWORD): Promise<void> {
  const { page } = till;
  await page.getByLabel(till.say('session', 'username')).fill(user);
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Head office at a section of the settings. */
export async function open(page: Page, section: string, language: Language = 'en'): Promise<Till> {
  const till = new Till(page, language);
  await till.open('/pos/order');
  await signIn(till, 'admin');
  await expect(page.getByRole('link', { name: till.say('shell', 'section.setting') }).first()).toBeVisible();
  await till.open(`/pos/setting/${section}`);
  await expect(page.getByRole('listbox')).toBeVisible();
  return till;
}

/** The form that is open: the last region with a button that saves. */
export const form = (page: Page) => page.getByRole('region').filter({ has: page.locator('form[data-scroll]') }).last();

/** A code that no story before has used. */
export const free = (prefix: string): string => `${prefix}${Math.floor(Math.random() * 1_000_000)}`;
