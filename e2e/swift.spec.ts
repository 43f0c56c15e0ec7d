import type { Page } from '@playwright/test';
import { expect, test } from './step/story.js';
import { available, pieceInStock, Till } from './step/till.js';

const SELLER = 'Camille Aubert';

/** A connection on which each change of the basket is answered late. */
async function slow(page: Page, ms: number): Promise<void> {
  await page.route('**/api/v1/basket/**', async (route) => {
    if (route.request().method() !== 'GET') await new Promise((wake) => setTimeout(wake, ms));
    await route.continue();
  });
}

async function ready(page: Page): Promise<Till> {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  return till;
}

test('a scanned piece stands in the basket before its reservation is confirmed', async ({ page }) => {
  const till = await ready(page);
  const piece = await pieceInStock();
  await slow(page, 4_000);
  await till.scan(piece.barcode);
  const line = till.lines();
  await expect(line).toHaveCount(1, { timeout: 3_000 });
  await expect(line).toContainText(till.say('sale', 'basket.reserving'));
  await expect.poll(() => available(piece.itemNo)).toBe(piece.available);
  await expect(line).toContainText(till.say('sale', 'basket.reserved'));
  await expect.poll(() => available(piece.itemNo)).toBe(piece.available - 1);
});

test('steps that are pressed faster than the server answers all count', async ({ page }) => {
  const till = await ready(page);
  const piece = await pieceInStock();
  await till.scan(piece.barcode);
  await expect(till.lines()).toContainText(till.say('sale', 'basket.reserved'));
  await slow(page, 2_000);
  await till.lines().getByRole('button').first().focus();
  // As fast as a person presses: faster is a scanner.
  for (const key of ['+', '+', '+', '-']) await page.keyboard.press(key, { delay: 60 });
  await expect(till.lines()).toContainText('3 ×', { timeout: 1_800 });
  await expect.poll(() => available(piece.itemNo)).toBe(piece.available - 3);
  await expect(till.lines()).toContainText(till.say('sale', 'basket.reserved'));
  await expect(till.lines()).toHaveCount(1);
});

test('a piece that is gone by then leaves the basket again, with the reason', async ({ page }) => {
  const till = await ready(page);
  const piece = await pieceInStock();
  await page.route('**/api/v1/basket/scan', async (route) => {
    const body = route.request().postDataJSON() as { code: string };
    // The till's copy knows the code; the shop does not any more.
    await route.continue({ postData: JSON.stringify({ ...body, code: '0000000000000' }) });
  });
  await till.scan(piece.barcode);
  await expect(till.lines()).toHaveCount(0);
  await expect(page.getByText(till.pattern('error', 'catalog.code_not_found')).first()).toBeVisible();
});

test('payment asked for right after a scan waits for the piece', async ({ page }) => {
  const till = await ready(page);
  const piece = await pieceInStock();
  await slow(page, 4_000);
  await till.scan(piece.barcode);
  await expect(till.lines()).toHaveCount(1, { timeout: 3_000 });
  await page.keyboard.press('F9');
  await expect(till.cashTile()).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText(new RegExp(String(Math.floor(piece.euros)).slice(0, 3)));
});
