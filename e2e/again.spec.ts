import { expect, test } from './step/story.js';
import { available, pieceInStock, Till } from './step/till.js';

const SELLER = 'Camille Aubert';

async function ready(till: Till): Promise<void> {
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
}

test('a double click on a part takes the part once, and not the rest', async ({ page }) => {
  const till = new Till(page);
  const piece = await pieceInStock();
  await ready(till);
  await till.scan(piece.barcode);
  await till.startPayment();
  const dialog = page.getByRole('dialog');
  await till.cashTile().click();
  await page.keyboard.type('20', { delay: 40 });
  const take = dialog.getByRole('button', { name: till.pattern('payment', 'action.takePart') });
  const place = (await take.boundingBox())!;
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  await page.mouse.move(x, y);
  for (const gap of [150, 400, 0]) {
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForTimeout(gap);
  }
  const booked = dialog.getByRole('listitem');
  await expect(booked).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: till.pattern('payment', 'action.takeExact') })).toBeEnabled();
  await expect(booked).toHaveCount(1);
  await expect(till.button('payment', 'done.newSale')).toBeHidden();
  await till.button('payment', 'action.takeExact').click();
  await till.beginNewSale();
  expect(till.faults).toEqual([]);
});

test('cash of which the answer is lost is taken once, with its change and its receipt', async ({ page }) => {
  const till = new Till(page);
  const piece = await pieceInStock();
  await ready(till);
  await till.scan(piece.barcode);
  await till.startPayment();
  // The server takes it, and each of the three times that the till asks by itself the line breaks before the answer.
  const keys: (string | undefined)[] = [];
  await page.route(
    '**/api/v1/payment/tender',
    async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 3 },
  );
  await till.cashTile().click();
  await page.keyboard.type(String(Math.ceil(piece.euros) + 10), { delay: 80 });
  await till.button('payment', 'action.takeChange').click();
  await expect(page.getByText(till.say('payment', 'done.change'), { exact: true })).toBeVisible();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  await expect(page.locator('iframe')).toBeVisible();
  await till.beginNewSale();
  await expect.poll(() => available(piece.itemNo)).toBe(piece.available - 1);
});

test('who goes back from a payment and forward again finds it where it was', async ({ page }) => {
  const till = new Till(page);
  const piece = await pieceInStock();
  await ready(till);
  await till.open('/pos/order');
  await expect(page.getByRole('main')).toBeVisible();
  await page.keyboard.press('Alt+Shift+1');
  await expect(page).toHaveURL(/sale/);
  await expect(page.getByRole('list', { name: till.say('sale', 'catalogue.name') })).toBeVisible();
  await till.scan(piece.barcode);
  await expect(till.lines()).toHaveCount(1);
  await till.startPayment();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();
  await expect(page.getByRole('dialog')).toBeVisible();
  await till.takeRestInCash();
  await till.beginNewSale();
});

test('a second window of the till follows the basket, its payment and its end', async ({ page, browser }) => {
  const till = new Till(page);
  const piece = await pieceInStock();
  await ready(till);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const second = new Till(await context.newPage());
  await second.open();
  await second.logIn('seller');
  await expect(second.page.getByRole('list', { name: second.say('sale', 'catalogue.name') })).toBeVisible();
  await till.scan(piece.barcode);
  await expect(second.lines()).toHaveCount(1);
  await till.startPayment();
  await expect(second.page.getByRole('dialog')).toBeVisible();
  await till.takeRestInCash();
  await expect(till.button('payment', 'done.newSale')).toBeVisible();
  await till.beginNewSale();
  await till.scan(piece.barcode);
  await expect(till.lines()).toHaveCount(1);
  await context.close();
});
