import { expect, test } from './step/story.js';
import { change, Till } from './step/till.js';

const SELLER = 'ZHOU.M';

interface Found {
  items: { itemNo: string; name: string; price: { minor: number } | null; sizes: { barcode: string | null; available: number }[] }[];
}

interface Gold {
  total: { minor: number };
  lines: { weight: { weight: number; metal: { minor: number }; labour: { minor: number } } | null }[];
}

const basket = async (): Promise<Gold> => (await change(SELLER, 'GET', '/basket')) as unknown as Gold;

test('a gold bangle is weighed and sold in the Shanghai shop', async ({ page }) => {
  const found = (await change(SELLER, 'GET', '/item?itemClass=GOLD&limit=100')) as unknown as Found;
  const bangle = found.items.find(({ name, sizes }) => /bangle/i.test(name) && sizes.some(({ available }) => available > 0));
  const barcode = bangle?.sizes.find(({ available }) => available > 0)?.barcode ?? '';
  expect(bangle?.price?.minor, 'a price by the board, before anybody weighs').toBeGreaterThan(0);
  const till = new Till(page);
  await till.open();
  await till.logIn(SELLER);
  await till.chooseSalesperson('敏 周');
  await till.scan(barcode);
  await expect(till.lines()).toContainText(till.say('sale', 'basket.reserved'));
  const before = await basket();
  expect(before.total.minor).toBe(bangle?.price?.minor);
  const inCatalogue = before.lines[0]?.weight?.weight ?? 0;
  // Two per cent more than the catalogue says: within the tolerance.
  const weighed = inCatalogue + Math.trunc(inCatalogue / 50);
  await till.lines().getByRole('button').first().click();
  await page.getByRole('button', { name: till.say('sale', 'line.more') }).click();
  await page.getByRole('menuitem', { name: till.say('sale', 'deal.weight') }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type((weighed / 1000).toFixed(3), { delay: 80 });
  await page.getByRole('dialog').getByRole('button', { name: till.say('sale', 'deal.weightSet') }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(async () => (await basket()).lines[0]?.weight?.weight).toBe(weighed);
  const after = await basket();
  expect(after.total.minor).toBeGreaterThan(before.total.minor);
  await expect(till.lines()).toContainText((weighed / 1000).toFixed(3));
  await till.startPayment();
  await till.takeRestInCash();
  await till.beginNewSale();
  const orders = (await change(SELLER, 'GET', '/order?limit=1')) as unknown as { items: { orderId: string }[] };
  const order = (await change(SELLER, 'GET', `/order/${orders.items[0]?.orderId}`)) as unknown as {
    total: { minor: number };
    lines: { weight: number | null }[];
  };
  expect(order.total.minor).toBe(after.total.minor);
  expect(order.lines[0]?.weight).toBe(weighed);
});
