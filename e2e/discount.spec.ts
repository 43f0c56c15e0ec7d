import { basket, euros, pieces, plainPiece, scanned, typeDiscount } from './step/deal.js';
import { expect, test } from './step/story.js';
import { PASSWORD, Till } from './step/till.js';
import type { Page } from '@playwright/test';

const SELLER = 'Camille Aubert';

async function ready(page: Page): Promise<Till> {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  return till;
}

test('a discount within the limits is given at once and explained line by line', async ({ page }) => {
  const till = await ready(page);
  const piece = await plainPiece();
  await scanned(till, piece);
  await typeDiscount(till, '5', 'LOYAL');
  await expect(page.getByRole('dialog')).toBeHidden();
  const known = await basket();
  expect(known.total.minor).toBe(piece.price - Math.round(piece.price / 20));
  const line = till.lines().first();
  await expect(line.locator('s')).toContainText(euros(piece.price));
  await expect(line).toContainText(euros(known.total.minor));
  await line.getByRole('button', { name: till.say('sale', 'explain.open') }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(till.say('sale', 'explain.LINE', { value: '5%' }));
  await expect(sheet).toContainText('Loyal customer');
  await expect(sheet).toContainText(euros(known.total.minor));
  await page.keyboard.press('Escape');
  // The way back is where it was given.
  await till.lines().getByRole('button').first().focus();
  await page.keyboard.press('Alt+r');
  await till.button('sale', 'deal.takeOff').click();
  await expect(line).toContainText(euros(piece.price));
  await expect(line.locator('s')).toHaveCount(0);
});

test('a discount above the limit is signed by the manager on the same screen', async ({ page }) => {
  const till = await ready(page);
  const piece = await plainPiece();
  await scanned(till, piece);
  await typeDiscount(till, '20', 'DAMAGED');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(till.say('sale', 'approval.title'));
  const name = dialog.getByLabel(till.say('session', 'username'));
  const password = dialog.getByLabel(till.say('session', 'password'), { exact: true });
  await expect(name).toBeFocused();
  // Nobody signs for themselves.
  await name.fill('seller');
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(till.say('error', 'sale.approval_by_somebody_else'));
  await name.fill('manager');
  await password.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(till.pattern('error', 'session.bad_credentials_other'));
  expect((await basket()).total.minor).toBe(piece.price);
  await expect(password).toHaveValue('');
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const known = await basket();
  expect(known.total.minor).toBe(piece.price - Math.round(piece.price / 5));
  expect(known.lines[0]?.manualDiscount).toMatchObject({ approvedBy: 'manager', givenBy: 'seller' });
  await till.lines().getByRole('button').first().focus();
  await page.keyboard.press('Alt+i');
  await expect(dialog).toContainText(till.say('sale', 'explain.approvedBy', { name: 'Youssef Haddad' }));
});

test('another price takes the manager, keeps a padlock, and gives way to the listed one again', async ({ page }) => {
  const till = await ready(page);
  const piece = await plainPiece();
  await scanned(till, piece);
  await till.lines().getByRole('button').first().click();
  await till.lines().getByRole('button', { name: till.say('sale', 'line.more') }).click();
  await page.getByRole('menuitem', { name: till.say('sale', 'deal.price') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(till.say('sale', 'deal.reason')).selectOption('PRICE-MATCH');
  for (const digit of ['4', '5']) await dialog.getByRole('button', { name: digit, exact: true }).click();
  await dialog.getByRole('button', { name: till.say('sale', 'deal.priceSet') }).click();
  await expect(dialog).toContainText(till.say('sale', 'approval.title'));
  await dialog.getByLabel(till.say('session', 'username')).fill('manager');
  await dialog.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: till.say('sale', 'approval.sign') }).click();
  await expect(dialog).toBeHidden();
  const line = till.lines().first();
  await expect(line).toContainText(till.say('sale', 'line.overridden'));
  await expect(line.locator('s')).toContainText(euros(piece.price));
  expect((await basket()).total.minor).toBe(4_500);
  await line.getByRole('button', { name: till.say('sale', 'line.more') }).click();
  await page.getByRole('menuitem', { name: till.say('sale', 'deal.price') }).click();
  await till.button('sale', 'deal.listedAgain').click();
  await expect(line.locator('s')).toHaveCount(0);
  expect((await basket()).total.minor).toBe(piece.price);
});

test('a package names its pieces, and says so when a change ends it', async ({ page }) => {
  const till = await ready(page);
  const rings = (await pieces()).filter(({ collectionCode, itemClass }) => collectionCode === 'OPALE' && itemClass === 'RING');
  const [first, second] = rings;
  if (!first || !second) throw new Error('the demonstration has no two such rings');
  await scanned(till, first);
  await scanned(till, second);
  const applied = page.getByRole('list', { name: till.say('sale', 'package.applied') });
  await expect(applied).toContainText('Opale: two rings');
  await expect(till.lines().filter({ hasText: 'Opale: two rings' })).toHaveCount(2);
  await applied.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  for (const ring of [first, second]) await expect(dialog).toContainText(ring.itemNo);
  await page.keyboard.press('Escape');
  await till.lines().filter({ hasText: second.itemNo }).getByRole('button').first().focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alert').filter({ hasText: till.pattern('sale', 'package.lost') }).first()).toBeVisible();
  await expect(applied).toBeHidden();
});

test('new prices are shown beside the old ones and confirmed as they were seen', async ({ page }) => {
  const till = await ready(page);
  const piece = await plainPiece();
  const change = (known: object) => ({
    ...known,
    priceChange: {
      fromDate: '2026-11-20',
      toDate: '2026-11-21',
      lines: (known as { lines: { lineId: string }[] }).lines.map(({ lineId }) => ({
        lineId,
        before: { minor: 9_000, currency: 'EUR' },
        after: { minor: piece.price, currency: 'EUR' },
      })),
      totalBefore: { minor: 9_000, currency: 'EUR' },
      totalAfter: { minor: piece.price, currency: 'EUR' },
    },
    blockedBy: { key: 'sale.price_changed', params: {}, field: null },
  });
  // The date does not turn while the story is told: what the till is told then is put into its answers.
  let isNew = true;
  const tell = (path: string, basketOf: (data: object) => object, put: (data: object, basket: object) => object): Promise<unknown> =>
    page.route(path, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object };
      if (isNew) answer.data = put(answer.data, change(basketOf(answer.data)));
      await route.fulfill({ response, json: answer });
    });
  await tell('**/api/v1/basket/scan', (data) => (data as { basket: object }).basket, (data, basket) => ({ ...data, basket }));
  await tell('**/api/v1/basket', (data) => data, (_, basket) => basket);
  await till.scan(piece.barcode);
  const banner = page.getByRole('alert').filter({ hasText: till.say('sale', 'priceChange.title', { date: '21-Nov-2026' }) });
  await expect(banner).toContainText('€90.00');
  await expect(banner).toContainText(euros(piece.price));
  await expect(till.button('error', 'sale.price_changed')).toHaveAttribute('aria-disabled', 'true');
  const confirmed = page.waitForRequest((request) => request.url().endsWith('/basket/price'));
  isNew = false;
  await banner.getByRole('button', { name: till.say('sale', 'priceChange.confirm') }).click();
  expect((await confirmed).postDataJSON()).toEqual({ date: '2026-11-21', total: piece.price });
  await expect(banner).toBeHidden();
  // The till may be reading its basket just now.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a repair asks for its price and for what it is, and is paid for then', async ({ page }) => {
  const till = await ready(page);
  await till.scan('REPAIR');
  const line = till.lines().first();
  await line.getByRole('button', { name: till.say('sale', 'need.price') }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('45', { delay: 80 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  // The pay button leads to what is still missing.
  const pay = page.getByRole('button', { name: till.say('error', 'sale.reference_required', { itemNo: 'REPAIR' }) });
  await pay.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.getByRole('dialog').getByRole('textbox').fill('Chain, new clasp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(line).toContainText('€45.00');
  await expect(till.button('sale', 'pay.take')).toBeEnabled();
});

test('a basket is parked, and taken up again from the list', async ({ page }) => {
  const till = await ready(page);
  const piece = await plainPiece();
  await scanned(till, piece);
  await page.keyboard.press('F8');
  await expect(till.lines()).toHaveCount(0);
  const waiting = page.getByRole('list', { name: till.say('sale', 'waiting.title') }).first();
  await expect(waiting.getByRole('listitem').first()).toContainText(SELLER);
  // Again: the list, also without a basket at work.
  await page.keyboard.press('F8');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem').first()).toContainText(till.say('sale', 'waiting.here'));
  await dialog.getByRole('listitem').first().getByRole('button').click();
  await expect(dialog).toBeHidden();
  await expect(till.lines()).toHaveCount(1);
  await expect(till.lines()).toContainText(piece.itemNo);
});
