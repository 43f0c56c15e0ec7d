import type { Page } from '@playwright/test';
import { picture, still, unreadable, usual, violations } from './step/look.js';
import { form, open } from './step/office.js';
import { expect, test } from './step/story.js';
import { change, pieceInStock, Till } from './step/till.js';
import type { Language } from './step/words.js';

const SELLER = 'Camille Aubert';

/** A voucher that the office enters, and its number. */
async function voucher(minor: number): Promise<string> {
  const number = `EV-STORY-${Date.now() % 1_000_000_000}`;
  const issuedOn = new Date().toISOString().slice(0, 10);
  const value = { amount: { minor, currency: 'EUR' }, issuedOn, expiresOn: null, isBlocked: false };
  await change('admin', 'PUT', `/setting/voucher/${number}`, { version: null, value });
  return number;
}

async function atPayment(page: Page, language: Language = 'en'): Promise<Till> {
  const till = new Till(page, language);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  await till.scan((await pieceInStock(60)).barcode);
  await till.startPayment();
  return till;
}

const booked = (page: Page) => page.getByRole('dialog').getByRole('listitem');

test('dollars, a cheque and a voucher pay one sale, and what is over comes back', async ({ page }) => {
  const till = await atPayment(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^US dollars cash/ }).click();
  await expect(dialog.getByText(/Worth €.* · \$1 = €0\.\d+ of/)).toBeVisible();
  await page.keyboard.type('10');
  await dialog.getByRole('button', { name: /^Take \$10\.00, .* stays due/ }).click();
  await expect(booked(page)).toHaveCount(1);
  await expect(booked(page).first()).toContainText('USD 10.00 x 0.');

  await dialog.getByRole('button', { name: /^Cheque/ }).click();
  const field = (key: string) => dialog.getByLabel(till.say('payment', key));
  await field('slip.amount').fill('12.50');
  await field('slip.bank').fill('BNP Paribas');
  await dialog.getByRole('button', { name: till.pattern('payment', 'slip.takePart') }).click();
  await expect(dialog.getByText(till.say('payment', 'slip.missing')).first()).toBeVisible();
  await field('slip.number.CHEQUE').fill('0012345');
  await field('slip.identity').fill('Passport X1');
  await page.keyboard.press('Enter');
  await expect(booked(page)).toHaveCount(2);
  await expect(booked(page).nth(1)).toContainText('BNP Paribas 0012345');

  const number = await voucher(1_000_000);
  await dialog.getByRole('button', { name: /^Exchange voucher/ }).click();
  await dialog.getByLabel(till.say('payment', 'voucher.number')).fill('EV-NONE');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(till.say('error', 'payment.voucher_not_found'))).toBeVisible();
  await dialog.getByLabel(till.say('payment', 'voucher.number')).fill(number.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('€10,000.00').first()).toBeVisible();
  await expect(dialog.getByText(till.pattern('payment', 'voucher.asVoucher'))).toBeVisible();
  await dialog.getByRole('button', { name: till.pattern('payment', 'voucher.take') }).click();
  await expect(page.getByText(/New voucher EV(-[2-9A-Z]{4}){3}/)).toBeVisible();
  await till.beginNewSale();
  expect(till.faults.filter((fault) => !fault.includes('404'))).toEqual([]);
});

test('head office takes a tender on, maps it, tests a terminal and sees who changed what', async ({ page }) => {
  const till = await open(page, 'tenderStore');
  await page.getByPlaceholder(till.say('setting', 'nameOrCode')).fill('PAR01 VISA');
  await page.getByRole('option', { name: /PAR01 · Visa/ }).click();
  const field = (name: string) => form(page).getByLabel(till.say('setting', `field.${name}`), { exact: true });
  await field('onlinePosMapping').fill('visa, amex');
  await page.getByRole('button', { name: till.pattern('setting', 'save') }).click();
  await expect(form(page).getByText(/amex is booked to American Express/).last()).toBeVisible();
  await field('onlinePosMapping').fill('visa, visadebit, electron');
  await page.getByRole('button', { name: till.pattern('setting', 'save') }).click();
  await expect(page.getByText(till.say('setting', 'form.saved'), { exact: true }).first()).toBeVisible();
  await expect(form(page).getByText('visa, visadebit, electron')).toBeVisible();

  await till.open('/pos/setting/terminal');
  await page.getByRole('option', { name: /PAR01-/ }).first().click();
  await page.getByRole('button', { name: till.say('setting', 'terminal.test') }).click();
  await expect(page.getByText(till.say('setting', 'terminal.works'))).toBeVisible({ timeout: 15_000 });

  await till.open('/pos/setting/cashLimit');
  await page.getByRole('option', { name: /France/ }).first().click();
  await expect(field('residentMaximum')).toHaveValue('1000.00');
  expect(till.faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1180, height: 820 },
  { width: 390, height: 844 },
] as const;
const KINDS = [/US dollars|美元|دولار/, /voucher|换货券|قسيمة/i, /Cheque|支票|شيك/i] as const;

for (const language of ['en', 'zh-Hans', 'ar'] as const) {
  for (const size of SIZES) {
    test(`every kind of tender can be read in ${language} at ${size.width}${usual(language === 'ar' && size.width === 390)}`, async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const till = await atPayment(page, language);
      await page.setViewportSize(size);
      const dialog = page.getByRole('dialog');
      for (const [index, kind] of KINDS.entries()) {
        await dialog.getByRole('group', { name: till.say('payment', 'how') }).getByRole('button', { name: kind }).click();
        await still(page);
        await picture(page, `tender-${index}-${language}-${size.width}`);
        expect(await unreadable(page, language)).toEqual([]);
        expect(await violations(page)).toEqual([]);
      }
      expect(till.faults).toEqual([]);
    });
  }
}

for (const section of ['tender', 'tenderStore', 'terminal', 'exchangeRate', 'cashLimit', 'voucher'] as const) {
  test(`the settings of ${section} can be read`, async ({ page }) => {
    const till = await open(page, section);
    await page.getByRole('option').first().click();
    await expect(page.getByText(till.say('setting', 'history.title'))).toBeVisible();
    await still(page);
    await picture(page, `setting-${section}-1440`);
    expect(await unreadable(page, 'en')).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await still(page);
    await picture(page, `setting-${section}-390`);
    expect(await unreadable(page, 'en')).toEqual([]);
    expect(till.faults).toEqual([]);
  });
}
