import type { Page } from '@playwright/test';
import { plainPiece, scanned } from './step/deal.js';
import { picture, SIZES, still, unreadable, usual, violations } from './step/look.js';
import { expect, test } from './step/story.js';
import { change, Till } from './step/till.js';

/** Sells in Lyon, the one shop of the demonstration that sells below stock. */
const SELLER = { user: 'T.GIRAUD', name: 'Théo Giraud' };

interface Tile {
  itemNo: string;
  name: string;
  itemClass: string;
  collectionCode: string | null;
  price: { minor: number } | null;
  sizes: { barcode: string | null; available: number; sizeCode: string }[];
}

interface Line {
  quantity: number;
  reservedQuantity: number;
  belowStock: number;
}

/** A piece of one size of which Lyon has some, but few. */
async function rarePiece() {
  const { items } = (await change(SELLER.user, 'GET', '/item?limit=200')) as unknown as { items: Tile[] };
  for (const { itemNo, name, itemClass, collectionCode, price, sizes } of items) {
    const [size, ...others] = sizes;
    const isPlain = ['NECKLACE', 'EARRING'].includes(itemClass) && !['OPALE', 'SIRENE'].includes(collectionCode ?? '');
    if (isPlain && price && others.length === 0 && size?.barcode && size.available >= 1 && size.available <= 3) {
      return { itemNo, name, barcode: size.barcode, available: size.available };
    }
  }
  throw new Error('Lyon has no such piece');
}

const line = async (): Promise<Line | undefined> =>
  ((await change(SELLER.user, 'GET', '/basket')) as unknown as { lines: Line[] }).lines[0];

async function ready(page: Page): Promise<Till> {
  await change(SELLER.user, 'DELETE', '/basket');
  const till = new Till(page);
  await till.open();
  await till.logIn(SELLER.user);
  await till.chooseSalesperson(SELLER.name);
  return till;
}

/** Scans all that stock has, and one more. */
async function scanOneTooMany(till: Till, piece: { barcode: string; available: number; itemNo: string }): Promise<void> {
  for (let count = 1; count <= piece.available; count += 1) {
    await till.scan(piece.barcode);
    await expect.poll(async () => (await line())?.reservedQuantity).toBe(count);
  }
  await till.scan(piece.barcode);
}

test('a piece below stock is asked for, and sold on a yes', async ({ page }) => {
  const till = await ready(page);
  const piece = await rarePiece();
  const all = piece.available;
  await scanOneTooMany(till, piece);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(piece.name);
  await expect(dialog).toContainText(till.say('sale', 'stockConfirm.none'));
  // The safe answer has the focus: the Enter of a scanner must not sell.
  await expect(dialog.getByRole('button', { name: till.say('sale', 'stockConfirm.no') })).toBeFocused();
  await till.scan(piece.barcode);
  await expect(dialog).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await line()).toMatchObject({ quantity: all, reservedQuantity: all, belowStock: 0 });
  await expect(till.lines()).toHaveCount(1);
  // By key, and yes.
  await till.lines().getByRole('button').first().focus();
  await page.keyboard.press('+');
  await dialog.getByRole('button', { name: till.say('sale', 'stockConfirm.yes') }).click();
  await expect(till.lines().first()).toContainText(till.say('sale', 'basket.belowStock').replace('{{count, number}}', '1'));
  expect(await line()).toMatchObject({ quantity: all + 1, reservedQuantity: all, belowStock: 1 });
  // By scan, and yes.
  await till.scan(piece.barcode);
  await dialog.getByRole('button', { name: till.say('sale', 'stockConfirm.yes') }).click();
  await expect.poll(async () => (await line())?.belowStock).toBe(2);
  // What was removed comes back without the question: it was answered.
  await till.lines().getByRole('button').first().focus();
  await page.keyboard.press('Delete');
  await till.button('sale', 'basket.undo').click();
  await expect.poll(async () => (await line())?.belowStock).toBe(2);
  await expect(dialog).toHaveCount(0);

  await till.startPayment();
  await till.takeRestInCash();
  await till.beginNewSale();
  // The till shows that none is left; how far below, the order and the books say.
  const { sizes } = (await change(SELLER.user, 'GET', `/item/${piece.itemNo}`)) as unknown as Tile;
  expect(sizes[0]?.available).toBe(0);
  await page.keyboard.press('Alt+Shift+2');
  await page.getByRole('grid', { name: till.say('order', 'title') }).getByRole('row').nth(1).click();
  await expect(page.getByText(till.say('order', 'detail.belowStock').replace('{{count, number}}', '2'))).toBeVisible();
  // A refusal is no fault of the till; the browser tells of each.
  expect(till.faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

test('what the till expected goes when the question comes, and payment waits for the answer', async ({ page }) => {
  const till = await ready(page);
  const piece = await rarePiece();
  await till.scan(piece.barcode);
  await expect.poll(async () => (await line())?.reservedQuantity).toBe(1);
  // A quick hand: as many again as there are, and payment at once.
  for (let more = 0; more < piece.available; more += 1) await till.scan(piece.barcode);
  await page.keyboard.press('F9');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(till.button('payment', 'tender.cash')).toBeHidden();
  await dialog.getByRole('button', { name: till.say('sale', 'stockConfirm.no') }).click();
  await expect(dialog).toBeHidden();
  await expect(till.lines()).toHaveCount(1);
  expect(await line()).toMatchObject({ quantity: piece.available, belowStock: 0 });
});

test('a shop that does not allow it refuses in the basket, without a question', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson('Camille Aubert');
  const piece = await plainPiece();
  await scanned(till, piece);
  const known = (await change('seller', 'GET', '/basket')) as unknown as { lines: { lineId: string; maxQuantity: number }[] };
  const [first] = known.lines;
  await change('seller', 'PUT', `/basket/line/${first?.lineId}`, { quantity: first?.maxQuantity });
  await page.reload();
  await till.lines().getByRole('button').first().click();
  await page.keyboard.press('+');
  await expect(page.getByRole('alert').filter({ hasText: till.say('error', 'sale.quantity_above_available') }).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const [width, height] of SIZES) {
  test(`the question can be read and answered on ${width} by ${height}${usual(width === 390)}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const till = await ready(page);
    const piece = await rarePiece();
    await change(SELLER.user, 'POST', '/basket/line', { itemNo: piece.itemNo, sizeCode: '', quantity: piece.available });
    await page.reload();
    await expect(page.getByRole('list', { name: till.say('sale', 'catalogue.name') })).toBeVisible();
    await till.scan(piece.barcode);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const see = async (name: string): Promise<void> => {
      await still(page);
      await picture(page, `${name}-${width}`);
      expect(await unreadable(page, 'en'), name).toEqual([]);
      expect(await violations(page), name).toEqual([]);
    };
    await see('stock-confirm');
    await dialog.getByRole('button', { name: till.say('sale', 'stockConfirm.yes') }).click();
    await expect.poll(async () => (await line())?.belowStock).toBe(1);
    if (width < 744) await till.button('sale', 'basket.viewCount_other').click();
    await expect(till.lines().first()).toBeVisible();
    await see('below-stock');
  });
}
