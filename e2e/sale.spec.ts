import { expect, test } from './step/story.js';
import { available, pieceInStock, terminal, Till } from './step/till.js';
import type { Language } from './step/words.js';

const SELLER = 'Camille Aubert';

/** The story of a boutique's first sale: scan, cash and card, receipt, history, stock. */
async function firstSale(till: Till): Promise<void> {
  const { page } = till;
  const piece = await pieceInStock();
  const before = await available(piece.itemNo);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  await till.scan(piece.barcode);
  await expect(till.lines()).toHaveCount(1);
  await expect.poll(() => available(piece.itemNo)).toBe(before - 1);

  await till.startPayment();
  await till.takePartInCash('20');
  await terminal('script', { steps: [{ card: 'visa', after_ms: 600 }] });
  await till.sendRestToTerminal();
  await expect(till.button('payment', 'done.newSale')).toBeVisible();
  await expect(page.locator('iframe')).toBeVisible();
  await till.beginNewSale();

  await page.keyboard.press('Alt+Shift+2');
  const rows = page.getByRole('grid', { name: till.say('order', 'title') }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await rows.nth(1).click();
  await expect(page.getByText(piece.itemNo).first()).toBeVisible();
  await expect.poll(() => available(piece.itemNo)).toBe(before - 1);
}

for (const language of ['en', 'zh-Hans', 'ar'] satisfies Language[]) {
  test(`a piece is sold by cash and card, with its receipt (${language})`, async ({ page }) => {
    const till = new Till(page, language);
    await firstSale(till);
    const direction = await page.locator('html').getAttribute('dir');
    expect(direction).toBe(language === 'ar' ? 'rtl' : 'ltr');
    expect(till.faults).toEqual([]);
  });
}

for (const [width, height] of [
  [1180, 820],
  [390, 844],
] as const) {
  test(`a piece is sold for cash on ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const till = new Till(page);
    const piece = await pieceInStock();
    await till.open();
    await till.logIn('seller');
    await till.chooseSalesperson(SELLER);
    await till.scan(piece.barcode);
    await till.startPayment();
    await till.takeRestInCash();
    await expect(till.button('payment', 'done.newSale')).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBe(0);
    await till.beginNewSale();
    expect(till.faults).toEqual([]);
  });
}

test('a declined card takes nothing, and cash completes the sale', async ({ page }) => {
  const till = new Till(page);
  const piece = await pieceInStock();
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  await till.scan(piece.barcode);
  await till.startPayment();
  await terminal('script', { steps: [{ decline: true }] });
  await till.sendRestToTerminal();
  const failed = page.getByRole('heading', { name: till.say('payment', 'outcome.failed') });
  await expect(failed).toBeVisible();
  // A reload finds the same payment, and nothing was booked.
  await page.reload();
  await expect(page.getByRole('dialog')).toBeVisible();
  await till.takeRestInCash();
  await till.beginNewSale();
  expect(till.faults).toEqual([]);
});

test('an unknown code is refused with its words', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  await till.scan('4006381333931');
  await expect(page.getByText('Barcode or item no cannot be found').first()).toBeVisible();
});
