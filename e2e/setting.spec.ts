import type { Page } from '@playwright/test';
import { picture, SIZES, still, unreadable, usual, violations, WALK_MAX } from './step/look.js';
import { form, free, open } from './step/office.js';
import { expect, test } from './step/story.js';
import { change, endSession, Till } from './step/till.js';
import type { Language } from './step/words.js';

const SELLER = 'Camille Aubert';

/** Chooses the first of a list that is not blank. */
async function chooseFirst(page: Page, label: string): Promise<void> {
  const field = form(page).getByLabel(label, { exact: true });
  await expect(field.getByRole('option')).not.toHaveCount(1);
  await field.selectOption({ index: 1 });
}

test('an item with price and barcode is made and scanned at the till', async ({ page, browser }) => {
  const till = await open(page, 'item');
  const itemNo = free('STORY-');
  const barcode = free('2999') .padEnd(13, '0');
  const field = (name: string) => form(page).getByLabel(till.say('setting', `field.${name}`), { exact: true });
  await page.getByRole('button', { name: till.say('setting', 'add') }).first().click();
  await field('itemNo').fill(itemNo);
  await field('name').fill('A story in silver');
  await chooseFirst(page, till.say('setting', 'field.itemClass'));
  await field('productType').fill('SILVER925');
  await chooseFirst(page, till.say('setting', 'field.vatGroup'));
  await field('noStockPosting').click();
  await field('barcodes').fill(barcode);
  await page.getByRole('button', { name: till.say('setting', 'saveNew') }).click();
  await expect(page.getByText(till.say('setting', 'form.saved'), { exact: true }).first()).toBeVisible();

  await till.open('/pos/setting/salesPrice');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.getByRole('button', { name: till.say('setting', 'add') }).first().click();
  await field('itemNo').fill(itemNo);
  await field('salesCode').selectOption('EUR-RETAIL');
  // The day of business begins some hours after midnight.
  await field('startingDate').fill('2026-01-01');
  await field('unitPrice').fill('123.45');
  await page.getByRole('button', { name: till.say('setting', 'saveNew') }).click();
  await expect(page.getByText(till.say('setting', 'form.saved'), { exact: true }).first()).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const seller = new Till(await context.newPage());
  await seller.open();
  await seller.logIn('seller');
  await seller.chooseSalesperson(SELLER);
  await seller.scan(barcode);
  await expect(seller.lines()).toContainText('A story in silver');
  await expect(seller.lines()).toContainText('€123.45');
  await context.close();
  expect(till.faults).toEqual([]);
});

test('a table of prices with one faulty row imports nothing and names the row', async ({ page }) => {
  const till = await open(page, 'salesPrice');
  const before = (await change('admin', 'GET', '/setting/sales-price?limit=1')) as { total: number; items: { value: { itemNo: string } }[] };
  const itemNo = before.items[0]?.value.itemNo ?? '';
  const head = 'itemNo,salesCode,rowNo,startingDate,minimunQuantity,unit,unitPrice';
  const table = (price: string): string => `${head}\n${itemNo},EUR-RETAIL,,2098-01-01,1,PCS,150.00\n${itemNo},EUR-RETAIL,,2098-02-01,1,PCS,${price}\n`;
  await page.getByRole('button', { name: till.say('setting', 'import.open') }).click();
  const dialog = page.getByRole('dialog');
  const choose = async (text: string): Promise<void> => {
    await dialog.locator('input[type=file]').setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await choose(table('dear'));
  await expect(dialog.getByText(till.pattern('setting', 'import.faults_one'))).toBeVisible();
  const fault = dialog.getByRole('row').nth(1).getByRole('cell');
  await expect(fault.nth(0)).toHaveText('3');
  await expect(fault.nth(1)).toHaveText('unitPrice');
  const none = (await change('admin', 'GET', '/setting/sales-price?limit=1')) as { total: number };
  expect(none.total).toBe(before.total);
  await choose(table('160.00'));
  await expect(dialog.getByText(till.say('setting', 'import.done', { added: 2, changed: 0, unchanged: 0 }))).toBeVisible();
  const both = (await change('admin', 'GET', '/setting/sales-price?limit=1')) as { total: number };
  expect(both.total).toBe(before.total + 2);
});

test('a price on the metal board holds from now and the one before stays to be read', async ({ page }) => {
  const till = await open(page, 'metalPrice');
  await page.getByRole('listbox').getByRole('option').first().click();
  const price = form(page).getByLabel(till.say('setting', 'field.gramPriceHundredths'), { exact: true });
  const rows = form(page).getByRole('table').getByRole('row');
  await expect(price).not.toHaveValue('');
  const before = Number(await price.inputValue());
  const count = await rows.count();
  await price.fill((before + 1).toFixed(4));
  await page.getByRole('button', { name: till.say('setting', 'setPrice') }).click();
  await expect(page.getByText(till.say('setting', 'form.saved'), { exact: true }).first()).toBeVisible();
  await expect(rows).toHaveCount(count + 1);
  await expect(form(page).locator('tr[aria-current]')).toContainText((before + 1).toFixed(2).replace(/\B(?=(\d{3})+\.)/, ','));
  await page.getByRole('button', { name: till.say('setting', 'setPrice') }).click();
  await expect(page.getByText(till.say('setting', 'form.unchanged')).first()).toBeVisible();
});

test('a rate of VAT is kept for a day to come, and not twice', async ({ page }) => {
  const till = await open(page, 'vat');
  const field = (name: string) => form(page).getByLabel(till.say('setting', `field.${name}`), { exact: true });
  const write = async (): Promise<void> => {
    await page.getByRole('button', { name: till.say('setting', 'add') }).first().click();
    await field('storeGroup').fill('FR');
    await field('itemGroup').fill('GOODS');
    await field('validFrom').fill('2097-07-01');
    await field('percent').fill('21');
    await page.getByRole('button', { name: till.say('setting', 'saveNew') }).click();
  };
  await write();
  await expect(page.getByText(till.say('setting', 'form.saved'), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('option', { name: /2097/ })).toContainText('21%');
  await write();
  await expect(form(page).getByText(till.say('error', 'setting.code_taken')).first()).toBeVisible();
});

test('head office says how many days two stores are apart', async ({ page }) => {
  const till = await open(page, 'storeDistance');
  const rows = page.getByRole('listbox').getByRole('option');
  await rows.first().click();
  const days = form(page).getByLabel(till.say('setting', 'field.travelDays'));
  const before = Number(await days.inputValue());
  await days.fill(String(before + 7));
  await form(page).getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText(till.say('setting', 'form.saved'), { exact: true }).first()).toBeVisible();
  await expect(rows.first()).toContainText(new RegExp(`(^|\\D)${before + 7} `));
  const kept = (await change('admin', 'GET', '/setting/store-distance?limit=1')) as { items: { value: { travelDays: number } }[] };
  expect(kept.items[0]?.value.travelDays).toBe(before + 7);
  await days.fill('366');
  await form(page).getByRole('button', { name: /^Save/ }).click();
  await expect(form(page).getByText(till.say('error', 'setting.out_of_range', { minimum: 0, maximum: 365 })).filter({ visible: true }).first()).toBeVisible();
});

test('head office says what a store does', async ({ page }) => {
  const till = await open(page, 'store');
  await page.getByRole('option', { name: /HKG01/ }).click();
  const field = (name: string) => form(page).getByLabel(till.say('setting', `store.${name}`), { exact: true });
  const days = field('days');
  await expect(days).toHaveValue('30');
  await days.fill('45');
  await field('minimum').fill('101');
  const save = form(page).getByRole('button', { name: /^Save/ });
  await save.click();
  await expect(form(page).getByText(till.say('error', 'setting.out_of_range', { minimum: 0, maximum: 100 })).filter({ visible: true }).first()).toBeVisible();
  await field('minimum').fill('40');
  await field('qr').click();
  await save.click();
  await expect(page.getByText(till.say('setting', 'form.saved'), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('option', { name: /HKG01/ })).toContainText(till.say('setting', 'store.noCode'));
  const kept = (await change('admin', 'GET', '/setting/store/HKG01')) as { value: Record<string, unknown> };
  expect(kept.value).toMatchObject({ isShowQRCode: false, depositMinimumPercent: 4_000, depositDays: 45 });
  // As other stories know it.
  await days.fill('30');
  await field('minimum').fill('30');
  await field('qr').click();
  await save.click();
  await expect(page.getByRole('option', { name: /HKG01/ })).not.toContainText(till.say('setting', 'store.noCode'));
});

test('what is typed in a setting is not lost unasked', async ({ page }) => {
  const till = await open(page, 'collection');
  const rows = page.getByRole('listbox').getByRole('option');
  await rows.first().click();
  const story = form(page).getByLabel(till.say('setting', 'field.story'));
  await story.fill('Somewhere between two tides.');
  await rows.nth(1).click();
  const asked = page.locator('[aria-modal=true]');
  await expect(asked.getByText(till.say('setting', 'form.leaveText'))).toBeVisible();
  await till.button('setting', 'form.stay').click();
  await expect(story).toHaveValue('Somewhere between two tides.');
  await page.getByRole('link', { name: till.say('shell', 'section.order') }).first().click();
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: till.say('setting', 'form.discard') }).click();
  await expect(page).toHaveURL(/\/order/);
});

test('what is typed in a setting is named before logging out, and keeps nobody whose session has ended', async ({ page }) => {
  const till = await open(page, 'collection');
  await page.getByRole('listbox').getByRole('option').first().click();
  await form(page).getByLabel(till.say('setting', 'field.story')).fill('Somewhere between two tides.');
  await till.button('shell', 'logout.name').first().click();
  const asked = page.locator('[aria-modal=true]');
  await expect(asked.getByText(till.say('shell', 'logout.unsaved'))).toBeVisible();
  await asked.getByRole('button', { name: till.say('shell', 'logout.stay') }).click();
  await endSession(page);
  await expect(page).toHaveURL(/\/pos\/session\/login\?redirect=/);
  await expect(page.getByLabel(till.say('session', 'username'))).toBeVisible();
});

/** Every section with an entry of it that is open. */
const SCREENS = [
  'salesperson?id=seller',
  'salesperson?isNew=true',
  'permissionGroup?id=SENIOR',
  'item',
  'collection',
  'itemClass',
  'salesPrice',
  'metalPrice',
  'priceGroup?id=EUR-RETAIL',
  'storePriceGroup?id=PAR01',
  'vat',
  'discountReason?id=LOYAL',
  'store?id=PAR01',
  'storeDistance',
];

async function everySection(till: Till, see: (name: string) => Promise<void>): Promise<void> {
  const { page } = till;
  for (const address of SCREENS) {
    await till.open(`/pos/setting/${address}`);
    if (address.includes('?')) await expect(page.locator('form')).toBeVisible();
    else {
      await page.getByRole('listbox').getByRole('option').first().click();
      await expect(page.locator('form')).toBeVisible();
    }
    await still(page);
    await see(address.replaceAll(/\W+/g, '-'));
  }
}

for (const [width, height] of SIZES) {
  test(`settings can be read by everybody at ${width}x${height}${usual(width === 390)}`, async ({ page }) => {
    test.setTimeout(WALK_MAX);
    await page.setViewportSize({ width, height });
    const till = await open(page, 'salesperson');
    await everySection(till, async (name) => {
      await picture(page, `setting-${width}-${name}`);
      expect(await violations(page), name).toEqual([]);
      expect(await unreadable(page, 'en'), name).toEqual([]);
    });
  });
  for (const language of ['zh-Hans', 'ar'] satisfies Language[]) {
    test(`settings can be read in ${language} at ${width}x${height} @long`, async ({ page }) => {
      test.setTimeout(WALK_MAX);
      await page.setViewportSize({ width, height });
      const till = await open(page, 'salesperson', language);
      await everySection(till, async (name) => {
        await picture(page, `setting-${language}-${width}-${name}`);
        expect(await unreadable(page, language), name).toEqual([]);
      });
    });
  }
}
