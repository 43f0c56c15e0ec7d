import type { Page } from '@playwright/test';
import { picture, seen, SIZES, still, unreadable, usual } from './step/look.js';
import { expect, test } from './step/story.js';
import { PASSWORD, Till } from './step/till.js';
import type { Language } from './step/words.js';

/** How often the printer has opened its drawer. */
async function kicks(): Promise<number> {
  const page = await (await fetch(process.env.PRINTER_URL ?? '')).text();
  return Number(/data-state="[^"]* (\d+)"/.exec(page)?.[1]);
}

/** The number of the last paper that came out of the printer. */
async function printed(): Promise<number> {
  const page = await (await fetch(process.env.PRINTER_URL ?? '')).text();
  return Number(/data-state="(\d+)/.exec(page)?.[1]);
}

test('a day of a drawer: float, cash in and out, safe, bank, and an opening', async ({ page }) => {
  const till = new Till(page);
  const say = (key: string): string => till.say('drawer', key);
  await till.open();
  await till.logIn('manager');
  await page.getByRole('link', { name: till.say('shell', 'section.other') }).click();
  await page.getByRole('link', { name: till.say('other', 'tile.drawer.name') }).click();
  await expect(page.getByRole('heading', { name: say('title') })).toBeVisible();
  await expect(page.getByText(say('none'))).toBeVisible();
  const actions = page.getByRole('group', { name: say('actions') });
  const dialog = page.getByRole('dialog');
  const rows = page.getByRole('main').getByRole('listitem');
  const act = async (action: string): Promise<void> => actions.getByRole('button', { name: say(`action.${action}`) }).click();
  const go = async (action: string): Promise<void> => dialog.getByRole('button', { name: say(`go.${action}`), exact: true }).click();
  const before = await kicks();

  // With the keyboard alone: digits, then Enter.
  await actions.getByRole('button').first().press('Enter');
  await expect(dialog.getByRole('textbox', { name: say('amount') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(say('missing.amount'))).toBeVisible();
  await page.keyboard.type('250', { delay: 80 });
  await seen(page, 'drawer-float');
  await dialog.getByRole('textbox', { name: say('amount') }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('250.00');
  await expect.poll(kicks).toBe(before + 1);

  // It was another amount: the first entry stays.
  await act('CORRECTION');
  await expect(dialog.getByText(till.pattern('drawer', 'correctionText'))).toBeVisible();
  await dialog.getByLabel(say('reason')).fill('A roll of coins was counted twice');
  await go('CORRECTION');
  await expect(rows).toHaveCount(2);
  await act('FLOAT');
  await dialog.getByRole('button', { name: '200', exact: true }).click();
  await go('FLOAT');
  await expect(rows).toHaveCount(3);

  await act('CASH_IN');
  await dialog.getByRole('textbox', { name: say('amount') }).fill('50');
  await go('CASH_IN');
  await expect(dialog.getByText(say('missing.reason'))).toBeVisible();
  await dialog.getByLabel(say('reason')).fill('Coins from the bank');
  await go('CASH_IN');
  await expect(rows).toHaveCount(4);
  await act('SAFE_DROP');
  // With the keys on the screen alone, as on a tablet: its own keyboard stays away.
  await expect(dialog.getByRole('textbox', { name: say('amount') })).toHaveAttribute('inputmode', 'none');
  const pad = dialog.getByRole('group', { name: till.say('ui', 'keypad') });
  for (const key of '90.51') await pad.getByRole('button', { name: key, exact: true }).click();
  await pad.getByRole('button', { name: till.say('ui', 'deleteDigit') }).click();
  await pad.getByRole('button', { name: '0', exact: true }).click();
  await go('SAFE_DROP');
  await expect(rows.first()).toContainText('90.50');
  await act('BANK_BAG');
  await dialog.getByRole('textbox', { name: say('amount') }).fill('20');
  await dialog.getByLabel(say('bagNo')).fill('bb-204417');
  await seen(page, 'drawer-bag');
  const papers = await printed();
  await go('BANK_BAG');
  await expect(rows.first()).toContainText('BB-204417');
  // Two papers come out by themselves, the slip and what goes with the bag; the next one is asked for.
  await expect.poll(printed).toBe(papers + 2);
  await rows.first().getByRole('button', { name: say('paper.bag') }).click();
  await expect.poll(printed).toBe(papers + 3);
  await act('BANK_BAG');
  await dialog.getByRole('textbox', { name: say('amount') }).fill('20');
  await dialog.getByLabel(say('bagNo')).fill('BB-204417');
  await go('BANK_BAG');
  await expect(dialog.getByText(till.say('error', 'drawer.bag_taken'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // More than one person decides on: a colleague signs.
  await act('CASH_OUT');
  await expect(dialog.getByText(till.pattern('drawer', 'approval.needed'))).toBeVisible();
  await dialog.getByRole('textbox', { name: say('amount') }).fill('100.01');
  await dialog.getByLabel(say('reason')).fill('Flowers for the window');
  await go('CASH_OUT');
  await expect(dialog.getByText(till.say('sale', 'approval.title'))).toBeVisible();
  await still(page);
  await picture(page, 'drawer-approval');
  await dialog.getByLabel(till.say('session', 'username')).fill('office');
  await dialog.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: till.say('sale', 'approval.sign') }).click();
  await expect(dialog).toBeHidden();
  await expect(rows.first()).toContainText('Mathilde Delacroix');

  const shut = await kicks();
  await act('NO_SALE');
  await dialog.getByLabel(say('reason')).fill('Change for a customer');
  await go('NO_SALE');
  await expect(rows).toHaveCount(8);
  await expect.poll(kicks).toBe(shut + 1);
  await expect(rows.filter({ hasText: say('shut') })).toHaveCount(0);
  await seen(page, 'drawer');

  // Of all tills and all days; the usual list is that of this till today.
  await page.getByRole('combobox').selectOption(say('allTills'));
  await expect(rows.filter({ hasText: /Till \d/ })).not.toHaveCount(0);
  await page.getByRole('button', { name: till.say('order', 'days.today') }).click();
  await page.getByRole('button', { name: till.say('order', 'days.month') }).click();
  await expect(rows.filter({ hasText: 'BB-204417' })).toHaveCount(1);
  await seen(page, 'drawer-all');
  expect(till.faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

test('who may not open the drawer has no way to it', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.open('/pos/other');
  await expect(page.getByRole('link', { name: till.say('other', 'tile.giftCard.name') })).toBeVisible();
  await expect(page.getByRole('link', { name: till.say('other', 'tile.drawer.name') })).toHaveCount(0);
});

for (const language of ['en', 'zh-Hans', 'de', 'ar'] as const satisfies readonly Language[]) {
  test(`the drawer can be read in ${language}${usual(language === 'de')}`, async ({ page }) => {
    const till = new Till(page, language);
    const say = (key: string): string => till.say('drawer', key);
    await till.open();
    await till.logIn('manager');
    await till.open('/pos/other/drawer');
    const actions = page.getByRole('group', { name: say('actions') });
    await expect(actions).toBeVisible();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await still(page);
      await picture(page, `drawer-${language}-${width}`);
      expect(await unreadable(page, language)).toEqual([]);
      await actions.getByRole('button', { name: say('action.CASH_OUT') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await still(page);
      await picture(page, `drawer-out-${language}-${width}`);
      expect(await unreadable(page, language)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  });
}
