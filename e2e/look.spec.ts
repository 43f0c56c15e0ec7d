import type { Page } from '@playwright/test';
import { picture, SIZES, still, unreadable, usual, violations, WALK_MAX } from './step/look.js';
import { expect, test } from './step/story.js';
import { ask, PASSWORD, pieceInStock, terminal, Till } from './step/till.js';
import type { Language } from './step/words.js';

const SELLER = 'Camille Aubert';

/** A piece that is made in several sizes. */
async function pieceInSizes(): Promise<string> {
  const page = (await ask('/item?limit=100')) as { items: { itemNo: string; sizes: { available: number }[] }[] };
  const item = page.items.find((one) => one.sizes.length > 2 && one.sizes.some((size) => size.available > 0));
  if (!item) throw new Error('the demonstration has no such piece');
  return item.itemNo;
}

/** Walks through every screen and dialog of a sale, and calls `see` on each. */
async function everyScreen(till: Till, see: (name: string) => Promise<void>): Promise<void> {
  const { page } = till;
  const dialog = page.locator('[aria-modal=true]');
  const isPhone = (page.viewportSize()?.width ?? 0) < 744;
  const closed = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  await till.open();
  await expect(page.getByLabel(till.say('session', 'username'))).toBeVisible();
  await see('01-login');
  await till.logIn('seller');
  await see('02-sale-empty');
  await page.keyboard.press('Alt+s');
  await expect(page.getByRole('option').first()).toBeVisible();
  await see('03-salesperson');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option').first()).toBeHidden();
  await till.chooseSalesperson(SELLER);
  await till.scan(await pieceInSizes());
  await expect(dialog.getByRole('group', { name: till.say('sale', 'size.title') })).toBeVisible();
  await see('04-size');
  await dialog.getByRole('group').getByRole('button').and(page.locator(':focus')).click();
  await till.scan((await pieceInStock()).barcode);
  if (!isPhone) {
    await expect(till.lines()).toHaveCount(2);
    await till.lines().getByRole('button').first().click();
  }
  await see('05-sale');
  await page.keyboard.press('Alt+r');
  await expect(dialog.getByText(till.say('sale', 'deal.target'))).toBeVisible();
  await see('05b-discount');
  await closed();
  await page.keyboard.press('Alt+i');
  await expect(dialog.getByText(till.say('sale', 'explain.net')).first()).toBeVisible();
  await see('05c-explanation');
  await closed();
  await page.keyboard.press('Alt+g');
  await expect(dialog.getByText(/Velvet pouch/).first()).toBeVisible();
  await see('05d-gifts');
  await closed();
  await page.keyboard.press('F4');
  await expect(dialog).toBeVisible();
  await see('06-customer-start');
  await page.keyboard.type('an', { delay: 60 });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await see('07-customer');
  await dialog.getByRole('listitem').first().getByRole('button').click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('F4');
  await expect(dialog.getByText(till.say('customer', 'panel.consents'))).toBeVisible();
  await see('07b-customer-panel');
  await till.button('customer', 'panel.edit').click();
  await expect(till.button('customer', 'form.save')).toBeVisible();
  await see('07c-customer-form');
  await closed();
  await page.keyboard.press('F1');
  await expect(dialog).toBeVisible();
  await see('08-help');
  await closed();
  await page.getByRole('button', { name: till.say('shell', 'device.menu') }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await see('09-device-menu');
  await page.getByRole('menuitem', { name: till.say('shell', 'device.open') }).click();
  await expect(dialog).toBeVisible();
  await see('10-device');
  await closed();
  await page.getByRole('button', { name: till.say('shell', 'logout.name') }).first().click();
  await expect(dialog).toBeVisible();
  await see('11-log-out');
  await dialog.getByRole('button', { name: till.say('shell', 'logout.stay') }).click();
  await expect(dialog).toBeHidden();
  if (isPhone) {
    await till.button('sale', till.language === 'ar' ? 'basket.viewCount_two' : 'basket.viewCount_other').click();
    await expect(till.lines()).toHaveCount(2);
    await see('12-basket');
  }
  await till.button('sale', 'pay.take').click();
  await expect(till.cashTile()).toBeVisible();
  await see('13-payment');
  await till.takePartInCash('20');
  await see('14-payment-part');
  await terminal('script', { steps: [{ fault: 'F13', amount_minor: 1_000, after_ms: 2_500 }, { card: 'visa' }] });
  await till.sendRestToTerminal();
  await expect(page.getByRole('timer')).toBeVisible();
  await see('15-waiting');
  await expect(page.getByRole('heading', { name: till.say('payment', 'outcome.mismatch') })).toBeVisible();
  await see('16-mismatch');
  await page.getByRole('button', { name: till.say('payment', 'choice.reverse') }).click();
  await expect(page.getByRole('heading', { name: till.say('payment', 'outcome.reversed') })).toBeVisible();
  await see('17-reversed');
  await page.getByRole('button', { name: till.say('payment', 'choice.otherTender') }).click();
  await till.sendRestToTerminal();
  await expect(till.button('payment', 'done.newSale')).toBeVisible();
  await expect(page.locator('iframe')).toBeVisible();
  await see('18-receipt');
  await till.beginNewSale();
  await page.goto(`${process.env.VITRINE_URL}/pos/order/orderHistory?days=week&lang=${till.language}`);
  const rows = page.getByRole('grid', { name: till.say('order', 'title') }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await see('19-orders');
  await rows.nth(1).click();
  await expect(till.button('order', 'action.receipt')).toBeVisible();
  await see('20-order');
  await page.evaluate(() => localStorage.setItem('locked', 'yes'));
  await page.reload();
  const lock = page.getByRole('dialog', { name: till.pattern('shell', 'lock.title') });
  await expect(lock).toBeVisible();
  await see('21-lock');
  await lock.getByLabel(till.say('shell', 'lock.password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(lock).toBeHidden();
  await page.route('**/api/v1/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-app-version': '3.10.50' } }),
  );
  await page.reload();
  await expect(page.getByRole('dialog', { name: till.say('shell', 'update.title') })).toBeVisible();
  await see('22-update');
}

async function dress(page: Page, theme: string): Promise<void> {
  await page.addInitScript((wanted) => {
    // The reader of a receipt is a page, too, and keeps nothing.
    if (window.localStorage === null) return;
    const known = JSON.parse(localStorage.getItem('device') ?? '{}') as object;
    localStorage.setItem('device', JSON.stringify({ ...known, theme: wanted }));
  }, theme);
}

for (const [width, height] of SIZES) {
  for (const theme of ['light', 'dark'] as const) {
    test(`every screen is clean by axe on ${width} by ${height}, ${theme}${usual((width === 1180) === (theme === 'dark'))}`, async ({ page }) => {
      test.setTimeout(WALK_MAX);
      await page.setViewportSize({ width, height });
      await dress(page, theme);
      const till = new Till(page);
      const found: string[] = [];
      await everyScreen(till, async (name) => {
        await still(page);
        await picture(page, `${name}-${width}-${theme}`);
        found.push(...(await violations(page)).map((one) => `${name}: ${one}`));
      });
      expect(found).toEqual([]);
      expect(till.faults).toEqual([]);
    });
  }
}

for (const language of ['en', 'zh-Hans', 'de', 'ar'] satisfies Language[]) {
  for (const [width, height] of SIZES) {
    test(`every text can be read on ${width} by ${height} (${language})${usual((language === 'de' || language === 'ar') && width !== 1180)}`, async ({ page }) => {
      test.setTimeout(WALK_MAX);
      await page.setViewportSize({ width, height });
      const till = new Till(page, language);
      const found: string[] = [];
      await everyScreen(till, async (name) => {
        await still(page);
        if (language !== 'en') await picture(page, `${name}-${width}-${language}`);
        found.push(...(await unreadable(page, language)).map((one) => `${name}: ${one}`));
      });
      expect([...new Set(found)]).toEqual([]);
      expect(till.faults).toEqual([]);
    });
  }
}
