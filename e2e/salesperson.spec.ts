import type { Page } from '@playwright/test';
import { euros, pieces, plainPiece, scanned } from './step/deal.js';
import { picture, SIZES, still, unreadable, usual, violations } from './step/look.js';
import { expect, test } from './step/story.js';
import { ask, change, Till } from './step/till.js';

const SELLER = 'Camille Aubert';
const COLLEAGUE = 'Léa Bonnet';
/** As it stands in a sentence of any direction: isolated. */
const COLLEAGUE_IN_TEXT = `\u2068${COLLEAGUE}\u2069`;

interface Credit {
  name: string;
  percent: number;
  amount: { minor: number };
}

async function ready(page: Page): Promise<Till> {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  return till;
}

const header = (till: Till) => till.page.getByRole('banner');

/** Opens the shares of the basket by key. */
async function openSplit(till: Till) {
  await till.page.keyboard.press('Alt+s');
  await till.button('shell', 'share.split').click();
  const dialog = till.page.getByRole('dialog', { name: till.say('shell', 'share.title') });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The order that was sold last. */
async function lastOrder() {
  const page = (await ask('/order?limit=1')) as { items: { orderId: string }[] };
  return (await ask(`/order/${page.items[0]?.orderId}`)) as unknown as {
    salespersonName: string;
    credits: Credit[];
    lines: { itemNo: string; net: { minor: number }; credits: Credit[] }[];
  };
}

async function payInCash(till: Till): Promise<void> {
  await till.startPayment();
  await till.takeRestInCash();
  await till.beginNewSale();
}

// What waits would stand in the way of other stories.
test.afterEach(async () => {
  await change('seller', 'DELETE', '/basket');
  for (const { basketId } of (await ask('/basket/waiting')) as unknown as { basketId: string }[]) {
    await change('seller', 'POST', '/basket/resume', { basketId });
    await change('seller', 'DELETE', '/basket');
  }
});

test('a basket is split among colleagues, a line is sold by another, and the order says who is credited with what', async ({ page }) => {
  const till = await ready(page);
  const piece = await plainPiece();
  await scanned(till, piece);
  const dialog = await openSplit(till);
  const share = (name: string) => dialog.getByRole('textbox', { name: till.say('shell', 'share.of', { name }) });
  await expect(share(SELLER)).toHaveValue('100');
  await dialog.getByLabel(till.say('shell', 'share.add')).selectOption({ label: COLLEAGUE });
  await expect(share(SELLER)).toHaveValue('50');
  await expect(share(COLLEAGUE)).toHaveValue('50');
  // Not a hundred: said in the dialog, and nothing is sent.
  await share(SELLER).fill('65');
  await expect(dialog.getByRole('alert')).toContainText(till.pattern('error', 'sale.shares_not_whole'));
  await expect(dialog.getByRole('alert')).toContainText('115');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  expect(((await ask('/basket')) as { salespeople: object[] }).salespeople).toEqual([]);
  await share(COLLEAGUE).fill('35');
  await expect(dialog.getByRole('alert')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(header(till)).toContainText('+1');
  await expect(header(till).getByRole('button', { name: till.say('shell', 'salespersonAnd', { name: SELLER }).replace('{{count, number}}', '1') })).toBeVisible();

  // The colleague sells the line alone.
  const line = till.lines().filter({ hasText: piece.itemNo });
  await line.getByRole('button').first().click();
  await line.getByRole('button', { name: till.say('sale', 'line.more') }).click();
  await page.getByRole('menuitem', { name: till.say('sale', 'deal.salesperson') }).click();
  const own = page.getByRole('dialog', { name: till.say('sale', 'deal.salesperson') });
  await own.getByLabel(till.say('shell', 'share.add')).selectOption({ label: COLLEAGUE });
  await still(page);
  await picture(page, 'line-salesperson');
  await own.getByRole('button', { name: till.say('shell', 'share.save') }).click();
  await expect(own).toBeHidden();
  await expect(line).toContainText(till.say('sale', 'line.soldBy', { names: COLLEAGUE_IN_TEXT }));
  // The same piece again is a line of whoever sells the basket.
  await till.scan(piece.barcode);
  await expect(till.lines()).toHaveCount(2);

  await still(page);
  await picture(page, 'line-sold-apart');
  await payInCash(till);
  const order = await lastOrder();
  expect(order.salespersonName).toBe(SELLER);
  expect(order.credits.map(({ name, percent }) => [name, percent])).toEqual([
    [SELLER, 65],
    [COLLEAGUE, 35],
  ]);
  expect(order.credits.reduce((sum, { amount }) => sum + amount.minor, 0)).toBe(piece.price);
  expect(order.lines[0]?.credits.map(({ name, amount }) => [name, amount.minor])).toEqual([[COLLEAGUE, piece.price]]);

  await page.keyboard.press('Alt+Shift+2');
  const rows = page.getByRole('grid', { name: till.say('order', 'title') }).getByRole('row');
  await rows.nth(1).click();
  await expect(page.getByText(`${COLLEAGUE} 35%`)).toBeVisible();
  await expect(page.getByText(`${COLLEAGUE} 100%`)).toBeVisible();
  await still(page);
  await picture(page, 'shared-order');
  await expect(page.getByText(euros(order.credits[0]?.amount.minor ?? 0)).first()).toBeVisible();
  expect(till.faults).toEqual([]);
});

test('pieces that are scanned before it is known who sells all go into the basket', async ({ page }) => {
  const till = new Till(page);
  const first = await plainPiece();
  const second = (await pieces()).find(({ itemNo, itemClass, available }) => itemNo !== first.itemNo && itemClass === first.itemClass && available > 5)!;
  await till.open();
  await till.logIn('seller');
  await till.scan(first.barcode);
  await till.scan(second.barcode);
  await page.getByRole('option', { name: SELLER }).click();
  for (const piece of [first, second]) {
    await expect(till.lines().filter({ hasText: piece.itemNo })).toContainText(till.say('sale', 'basket.reserved'));
  }
  await expect(till.lines()).toHaveCount(2);
  expect(till.faults).toEqual([]);
});

test('a line that is put back has its salesperson again, and goes back to the basket’s on wish', async ({ page }) => {
  const till = await ready(page);
  const piece = await plainPiece();
  await scanned(till, piece);
  const line = till.lines().first();
  const openShares = async () => {
    await line.getByRole('button', { name: till.say('sale', 'line.more') }).click();
    await page.getByRole('menuitem', { name: till.say('sale', 'deal.salesperson') }).click();
    return page.getByRole('dialog', { name: till.say('sale', 'deal.salesperson') });
  };
  await line.getByRole('button').first().click();
  let own = await openShares();
  // Nobody yet: the sum is asked for in the dialog's own words.
  await own.getByRole('button', { name: till.say('shell', 'share.save') }).click();
  await expect(own.getByRole('alert')).toContainText(till.pattern('error', 'sale.shares_not_whole'));
  await own.getByLabel(till.say('shell', 'share.add')).selectOption({ label: COLLEAGUE });
  await own.getByRole('button', { name: till.say('shell', 'share.save') }).click();
  const words = till.say('sale', 'line.soldBy', { names: COLLEAGUE_IN_TEXT });
  await expect(line).toContainText(words);
  await line.getByRole('button').first().focus();
  await page.keyboard.press('Delete');
  await till.button('sale', 'basket.undo').click();
  await expect(line).toContainText(piece.itemNo);
  await expect(line).toContainText(words);
  await line.getByRole('button').first().click();
  own = await openShares();
  await own.getByRole('button', { name: till.say('sale', 'deal.salespersonOff') }).click();
  await expect(own).toBeHidden();
  await expect(line).not.toContainText(words);
});

test('after parking, after a sale and when its basket went on elsewhere the till says who sells', async ({ page, browser }) => {
  const till = await ready(page);
  const piece = await plainPiece();
  const sells = () => header(till).getByRole('button', { name: till.say('shell', 'salespersonIs', { name: SELLER }) });
  /** The next piece goes in without a question. */
  const goesOn = async (): Promise<void> => {
    await expect(sells()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('list', { name: till.say('sale', 'catalogue.name') })).toBeVisible();
    await expect(sells()).toBeVisible();
    await scanned(till, piece);
    await expect(till.lines()).toHaveCount(1);
  };
  await scanned(till, piece);
  await page.keyboard.press('F8');
  await expect(till.lines()).toHaveCount(0);
  await goesOn();

  // A colleague takes up a basket at another till, and parks it there.
  await page.keyboard.press('F8');
  await expect(till.lines()).toHaveCount(0);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const second = new Till(await context.newPage());
  await second.open();
  await second.logIn('L.BONNET');
  await expect(second.page.getByRole('list', { name: second.say('sale', 'catalogue.name') })).toBeVisible();
  await second.page.keyboard.press('F8');
  await second.page.getByRole('dialog').getByRole('listitem').filter({ hasText: SELLER }).first().getByRole('button').click();
  await expect(second.lines()).toHaveCount(1);
  await second.page.keyboard.press('F8');
  await expect(second.lines()).toHaveCount(0);
  // It was hers there: the other till says so as well.
  await expect(header(second).getByRole('button', { name: second.say('shell', 'salespersonIs', { name: SELLER }) })).toBeVisible();
  await context.close();
  await goesOn();

  await payInCash(till);
  await goesOn();
  expect(till.faults).toEqual([]);
});

test('a locked salesperson says why, as the specification has it', async ({ page }) => {
  const till = await ready(page);
  await scanned(till, await plainPiece());
  // What the server says of a pickup ticket, which nothing makes yet at this till.
  await page.route('**/api/v1/basket', async (route) => {
    const answer = await route.fetch().catch(() => null);
    const body = (await answer?.json().catch(() => null)) as { data: object } | null;
    // The page was loaded anew meanwhile, and asks once more.
    if (!answer || !body) return;
    const refusal = { key: 'sale.pickup_salesperson', params: {}, field: null };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, kind: 'PICKUP', salespersonRefusal: refusal } } });
  });
  await page.reload();
  await expect(till.lines()).toHaveCount(1);
  await page.keyboard.press('Alt+s');
  await expect(page.getByText(till.say('error', 'sale.pickup_salesperson'))).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  await picture(page, 'salesperson-locked');
});

for (const [width, height] of SIZES) {
  test(`shares can be read and reached on ${width} by ${height}${usual(width === 390)}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const till = await ready(page);
    await till.scan((await plainPiece()).barcode);
    const see = async (name: string): Promise<void> => {
      await still(page);
      await picture(page, `${name}-${width}`);
      expect(await unreadable(page, 'en'), name).toEqual([]);
      expect(await violations(page), name).toEqual([]);
    };
    await page.keyboard.press('Alt+s');
    await expect(page.getByRole('option').first()).toBeVisible();
    await see('salespeople');
    await page.keyboard.press('Escape');
    const dialog = await openSplit(till);
    await dialog.getByLabel(till.say('shell', 'share.add')).selectOption({ label: COLLEAGUE });
    await dialog.getByRole('textbox').first().fill('65');
    await see('split');
    await dialog.getByRole('button', { name: till.say('shell', 'share.even') }).click();
    await dialog.getByRole('button', { name: till.say('shell', 'share.save') }).click();
    await expect(dialog).toBeHidden();
    await see('split-sale');
  });
}
