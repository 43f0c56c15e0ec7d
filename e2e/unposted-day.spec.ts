import type { Page } from '@playwright/test';
import { picture, seen, SIZES, still, unreadable, usual } from './step/look.js';
import { form, signIn } from './step/office.js';
import { expect, test } from './step/story.js';
import { change, pieceInStock, Till } from './step/till.js';
import type { Language } from './step/words.js';

const STORE = 'PAR01';
const SELLER = 'Camille Aubert';

test.use({ past: 'unposted' });

/** Whether days must be posted, as head office would say at another screen. */
async function check(isOn: boolean): Promise<void> {
  const { items } = (await change('admin', 'GET', '/setting/statement')) as { items: { key: string; version: number; value: object }[] };
  const kept = items.find(({ key }) => key === STORE);
  const terms = { openingFloat: 20_000, maximumPostingDifference: 500, ...kept?.value, checkStatementPosting: isOn };
  await change('admin', 'PUT', `/setting/statement/${STORE}`, { version: kept?.version ?? null, value: terms });
}

test('where the store wants it nobody sells before the days are posted, but who may', async ({ page, browser }) => {
  // No store has terms of its own yet.
  const office = new Till(page);
  await office.open('/pos/order');
  await signIn(office, 'admin');
  await expect(page.getByRole('link', { name: office.say('shell', 'section.setting') }).first()).toBeVisible();
  await office.open('/pos/setting/statement');
  const say = (key: string): string => office.say('setting', key);
  await page.getByRole('button', { name: say('add') }).first().click();
  const field = (name: string) => form(page).getByLabel(say(`statement.${name}`), { exact: true });
  await field('store').selectOption(STORE);
  await field('openingFloat').fill('250.00');
  await field('maximumDifference').fill('10');
  await field('checkPosting').click();
  await page.getByRole('button', { name: say('saveNew') }).click();
  await expect(page.getByText(say('form.saved'), { exact: true }).first()).toBeVisible();
  await expect(field('openingFloat')).toHaveValue('250.00');
  await seen(page, 'statement-setting');

  try {
    const { barcode } = await pieceInStock();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const seller = new Till(await context.newPage());
    await seller.open();
    await seller.logIn('seller');
    const strip = seller.page.getByRole('alert').filter({ hasText: seller.pattern('shell', 'unposted.text') });
    await expect(strip).toContainText(seller.say('shell', 'unposted.blocked'));
    await expect(seller.page.getByRole('link', { name: seller.say('shell', 'unposted.link') })).toHaveCount(0);
    await seller.chooseSalesperson(SELLER);
    await seller.scan(barcode);
    await expect(seller.lines()).toHaveCount(1);
    await seller.button('sale', 'pay.take').click();
    await expect(seller.page.getByText(seller.pattern('error', 'statement.unposted_date')).first()).toBeVisible();
    await seen(seller.page, 'unposted-seller');
    await context.close();

    const other = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const manager = new Till(await other.newPage());
    await manager.open();
    await manager.logIn('manager');
    await expect(manager.page.getByText(manager.say('shell', 'unposted.bypass'))).toBeVisible();
    const link = manager.page.getByRole('link', { name: manager.say('shell', 'unposted.link') });
    await expect(link).toHaveAttribute('href', '/pos/statement');
    await seen(manager.page, 'unposted-manager');
    await manager.startPayment();
    await manager.takeRestInCash();
    await manager.beginNewSale();
    expect(manager.faults).toEqual([]);
    await other.close();
  } finally {
    await check(false);
  }
  expect(office.faults).toEqual([]);
});

for (const language of ['en', 'zh-Hans', 'de', 'ar'] as const satisfies readonly Language[]) {
  test(`what waits to be posted can be read in ${language}${usual(language === 'de')}`, async ({ page }) => {
    await check(true);
    try {
      const till = new Till(page, language);
      await till.open();
      await till.logIn('manager');
      await expect(page.getByText(till.say('shell', 'unposted.bypass'))).toBeVisible();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await still(page);
        await picture(page, `unposted-${language}-${width}`);
        expect(await unreadable(page, language)).toEqual([]);
      }
    } finally {
      await check(false);
    }
  });
}
