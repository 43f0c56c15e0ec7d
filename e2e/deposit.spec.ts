import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { euros, pieces, scanned, type Piece } from './step/deal.js';
import { picture, SIZES, still, unreadable, violations, WALK_MAX } from './step/look.js';
import { expect, test } from './step/story.js';
import { ask, change, PASSWORD, pressUntilGone, Till } from './step/till.js';
import type { Language } from './step/words.js';

const SELLER = 'Camille Aubert';

interface Kept {
  depositId: string;
  documentNo: string;
  state: string;
  held: { minor: number };
  balance: { minor: number };
  total: { minor: number };
  lines: { itemNo: string; orderId: string | null }[];
}

/** Rings that no package touches; the rarer first. */
async function rings(): Promise<Piece[]> {
  const plain = (await pieces()).filter(
    ({ collectionCode, itemClass, price }) => !['OPALE', 'SIRENE'].includes(collectionCode ?? '') && itemClass === 'RING' && price > 5_000,
  );
  return plain.toSorted((a, b) => a.available - b.available);
}

/** The till of `seller` with a customer on its basket. */
async function openFor(page: Page, familyName: string, language: Language = 'en'): Promise<Till> {
  const phoneNo = `061${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`;
  const { customerId } = await change('seller', 'POST', '/customer', { profile: { familyName, givenName: 'Ada', phoneNo } });
  const till = new Till(page, language);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  await change('seller', 'PUT', '/basket/customer', { customerId });
  await page.reload();
  await expect(page.getByRole('list', { name: till.say('sale', 'catalogue.name') })).toBeVisible();
  return till;
}

const dialog = (page: Page) => page.locator('[aria-modal=true]').last();
const pane = (till: Till) => till.page.getByRole('complementary', { name: till.say('deposit', 'column.deposit') });
const grid = (till: Till) => till.page.getByRole('grid', { name: till.say('deposit', 'title') });
const button = (till: Till, key: string) => till.page.getByRole('button', { name: till.say('deposit', key), exact: true });
const heading = (till: Till, key: string) => till.page.getByRole('heading', { name: till.say('deposit', key), exact: true });
const shown = async (depositId: string): Promise<Kept> => (await ask(`/deposit/${depositId}`)) as unknown as Kept;

/** Opens the sheet of the basket. */
async function openSheet(till: Till): Promise<void> {
  await till.page.keyboard.press('Alt+a');
  await expect(dialog(till.page)).toContainText(till.say('deposit', 'sheet.pieces'));
}

/** Leaves what tells that a deposit was paid, towards the deposit. Answers with it. */
async function showPaid(till: Till): Promise<Kept> {
  const show = button(till, 'done.show');
  await pressUntilGone(show);
  await expect(pane(till)).toContainText(till.say('deposit', 'pane.payments'));
  return shown(new URL(till.page.url()).searchParams.get('deposit') ?? '');
}

test('a ring is kept against a deposit, paid on, and handed over against the rest', async ({ page, browser }) => {
  const ring = (await rings()).find(({ available }) => available === 1);
  if (!ring) throw new Error('the demonstration has no such ring');
  const till = await openFor(page, 'Kept');
  await scanned(till, ring);
  await button(till, 'sheet.title').click();
  const half = Math.floor(ring.price / 2);
  await expect(dialog(page)).toContainText(euros(ring.price));
  await button(till, 'quick.half').click();
  await button(till, 'sheet.go').click();
  await expect(dialog(page)).toContainText(till.say('deposit', 'payment.depositText'));
  await expect(dialog(page)).toContainText(euros(ring.price - half));
  // In the middle of the payment the page is loaded anew.
  await page.reload();
  await expect(dialog(page)).toContainText(till.say('deposit', 'payment.depositText'));
  await till.takeRestInCash();
  await expect(dialog(page)).toContainText(euros(half));
  const kept = await showPaid(till);
  expect(kept).toMatchObject({ state: 'OPEN', held: { minor: half }, balance: { minor: ring.price - half } });
  await expect(pane(till)).toContainText(kept.documentNo);
  await expect(pane(till)).toContainText(till.say('deposit', 'line.here'));

  // Nobody who works here goes, and takes the ring along.
  await page.getByRole('button', { name: till.say('shell', 'logout.name') }).click();
  await dialog(page).getByRole('button', { name: till.say('shell', 'logout.go') }).click();
  await expect(page.getByLabel(till.say('session', 'username'))).toBeVisible();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const other = new Till(await context.newPage());
  await other.open();
  await other.logIn('L.BONNET');
  await other.chooseSalesperson('Léa Bonnet');
  await other.scan(ring.barcode);
  await expect(other.page.getByText(other.pattern('error', 'inventory.reserved_by_other')).first()).toBeVisible();
  await expect(other.lines()).toHaveCount(0);
  await context.close();

  // More is paid, from the list, and again the page is loaded anew.
  await page.getByLabel(till.say('session', 'username')).fill('seller');
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(pane(till)).toContainText(kept.documentNo);
  await button(till, 'action.pay').click();
  for (const digit of ['1', '0', '.', '5', '0']) await dialog(page).getByRole('button', { name: digit, exact: true }).click();
  await dialog(page).getByRole('button', { name: till.say('deposit', 'action.pay') }).click();
  await expect(dialog(page)).toContainText(till.say('deposit', 'payment.FURTHER_PAYMENT'));
  await page.reload();
  await expect(dialog(page)).toContainText(kept.documentNo);
  await expect(dialog(page)).toContainText('€10.50');
  await till.takeRestInCash();
  expect((await showPaid(till)).held.minor).toBe(half + 1_050);

  // A payment that is given up leads back to where it was begun.
  await button(till, 'action.handOver').click();
  await button(till, 'handOver.goToPay').click();
  await expect(dialog(page)).toContainText(till.say('deposit', 'payment.settlementText'));
  await page.keyboard.press('Escape');
  await expect(pane(till)).toContainText(kept.documentNo);
  expect((await shown(kept.depositId)).held.minor).toBe(half + 1_050);
  await button(till, 'action.handOver').click();
  await button(till, 'handOver.goToPay').click();
  await expect(dialog(page)).toContainText(euros(ring.price - half - 1_050));
  await till.takeRestInCash();
  await till.beginNewSale();

  // The list shows it among those that are settled; its number finds it.
  await till.open('/pos/deposit');
  await page.getByRole('button', { name: till.say('deposit', 'status.SETTLED') }).click();
  await expect(grid(till).getByRole('row').filter({ hasText: kept.documentNo })).toContainText(till.say('deposit', 'badge.SETTLED'));
  await page.getByRole('button', { name: till.pattern('deposit', 'status.LIVE') }).first().click();
  await page.getByLabel(till.say('deposit', 'search')).fill(kept.documentNo);
  await page.keyboard.press('Enter');
  await expect(pane(till)).toContainText(till.pattern('deposit', 'line.leftWith'));
  expect((await shown(kept.depositId)).state).toBe('SETTLED');
  expect(till.faults).toEqual([]);
});

test('less than the minimum is signed for; pieces leave one by one, the last without a payment', async ({ page }) => {
  const [first, second] = (await rings()).toReversed();
  if (!first || !second) throw new Error('the demonstration has no two such rings');
  const till = await openFor(page, 'Parts');
  await scanned(till, first);
  await scanned(till, second);
  await openSheet(till);
  await page.keyboard.type('20', { delay: 80 });
  await expect(dialog(page)).toContainText(till.pattern('deposit', 'sheet.below'));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(till.say('sale', 'approval.title'));
  await dialog(page).getByLabel(till.say('session', 'username')).fill('manager');
  await dialog(page).getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(till.say('deposit', 'payment.depositText'));
  await till.takeRestInCash();
  const kept = await showPaid(till);
  expect(kept.held.minor).toBe(2_000);

  await button(till, 'action.handOver').click();
  await dialog(page).getByRole('checkbox', { name: new RegExp(second.itemNo) }).uncheck();
  await button(till, 'handOver.goToPay').click();
  await till.takeRestInCash();
  await till.beginNewSale();
  const part = await shown(kept.depositId);
  expect(part.lines.filter(({ orderId }) => orderId !== null).map(({ itemNo }) => itemNo)).toEqual([first.itemNo]);
  expect(part.state).toBe('OPEN');

  await till.open(`/pos/deposit?deposit=${kept.depositId}`);
  await expect(pane(till)).toContainText(till.pattern('deposit', 'line.leftWith'));
  await button(till, 'action.pay').click();
  await dialog(page).getByRole('button', { name: till.say('deposit', 'action.pay') }).click();
  await till.takeRestInCash();
  await showPaid(till);
  await expect(pane(till)).toContainText(till.say('deposit', 'badge.READY'));
  await button(till, 'action.handOver').click();
  await dialog(page).getByRole('button', { name: till.say('deposit', 'action.handOver') }).click();
  await expect(dialog(page)).toContainText(till.say('deposit', 'handedOver.title'));
  await dialog(page).getByRole('button', { name: till.say('deposit', 'handedOver.done') }).click();
  await expect(pane(till)).toContainText(till.say('deposit', 'badge.SETTLED'));
  // A refusal is an answer like any other, but the browser notes its status.
  expect(till.faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

test('the manager moves a last day, a seller is told that they may not', async ({ page }) => {
  const [ring] = (await rings()).toReversed();
  if (!ring) throw new Error('the demonstration has no such ring');
  const till = await openFor(page, 'Later');
  await openSheetWith(till, ring);
  await dialog(page).getByRole('button', { name: till.say('deposit', 'sheet.go') }).click();
  await till.takeRestInCash();
  const kept = await showPaid(till);
  await button(till, 'action.moveDay').focus();
  await page.keyboard.press('Enter');
  await expect(pane(till)).toContainText(till.say('error', 'session.forbidden'));
  const file = page.waitForEvent('download');
  await button(till, 'export').click();
  const table = await readFile(await (await file).path(), 'utf8');
  expect(table).toContain(kept.documentNo);

  await page.getByRole('button', { name: till.say('shell', 'logout.name') }).click();
  await dialog(page).getByRole('button', { name: till.say('shell', 'logout.go') }).click();
  await page.getByLabel(till.say('session', 'username')).fill('manager');
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await button(till, 'action.moveDay').click();
  await dialog(page).getByRole('button', { name: till.say('deposit', 'move.go') }).click();
  await expect(dialog(page)).toContainText(till.say('error', 'deposit.reason_required'));
  await dialog(page).getByLabel(till.say('deposit', 'move.reason')).fill('Abroad until January');
  await dialog(page).getByRole('button', { name: till.say('deposit', 'move.go') }).click();
  await expect(pane(till)).toContainText('Abroad until January');
  expect(till.faults).toEqual([]);
});

/** A line of the basket, by its piece. */
const lineOf = (till: Till, { itemNo }: Piece) => till.lines().filter({ hasText: itemNo });

test('one ring is put on deposit by key, the other is bought now; each is paid by itself', async ({ page }) => {
  const [ring, other] = (await rings()).toReversed();
  if (!ring || !other) throw new Error('the demonstration has no two such rings');
  const free = async (): Promise<number> => {
    const { sizes } = (await ask(`/item/${ring.itemNo}`)) as { sizes: { available: number }[] };
    return sizes.reduce((sum, size) => sum + size.available, 0);
  };
  const before = await free();
  const till = await openFor(page, 'Apart');
  await scanned(till, other);
  await scanned(till, ring);
  const word = till.say('sale', 'line.onDeposit');
  await lineOf(till, ring).getByRole('button').first().focus();
  await page.keyboard.press('Alt+a');
  await expect(lineOf(till, ring)).toContainText(word);
  await page.getByRole('button', { name: till.say('sale', 'basket.undo') }).click();
  await expect(lineOf(till, ring)).not.toContainText(word);
  // The same in the open line.
  await lineOf(till, ring).getByRole('button').first().click();
  const toggle = lineOf(till, ring).getByRole('button', { name: till.say('shell', 'section.deposit'), exact: true });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  const basket = page.getByRole('complementary', { name: till.say('sale', 'basket.name') });
  const minimum = ((await ask('/basket/deposit')) as { minimum: { minor: number } }).minimum.minor;
  await expect(basket).toContainText(till.pattern('sale', 'total.depositMinimum'));
  await expect(basket).toContainText(euros(minimum));
  await expect(basket.getByRole('button', { name: till.pattern('sale', 'pay.takeOf') })).toContainText(euros(other.price));

  // Whoever logs out leaves the ring reserved for the customer.
  await page.getByRole('button', { name: till.say('shell', 'logout.name') }).click();
  await dialog(page).getByRole('button', { name: till.say('shell', 'logout.go') }).click();
  await expect(page.getByLabel(till.say('session', 'username'))).toBeVisible();
  expect(await free()).toBe(before - 1);
  await page.getByLabel(till.say('session', 'username')).fill('seller');
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const waiting = page.getByRole('listitem').filter({ hasText: 'Apart' }).filter({ hasText: till.say('sale', 'waiting.leftBehind') });
  await waiting.getByRole('button').first().click();
  await expect(lineOf(till, ring)).toContainText(word);

  await page.keyboard.press('F9');
  await expect(dialog(page)).toContainText(euros(other.price));
  await till.takeRestInCash();
  const begin = page.getByRole('button', { name: till.say('payment', 'done.newSale') });
  await pressUntilGone(begin);
  await expect(till.lines()).toHaveCount(1);
  await expect(lineOf(till, ring)).toContainText(word);
  // The next step is the deposit.
  await page.keyboard.press('F9');
  await expect(dialog(page)).toContainText(till.say('deposit', 'sheet.pieces'));
  await dialog(page).getByRole('button', { name: till.say('deposit', 'sheet.go') }).click();
  await expect(dialog(page)).toContainText(till.say('deposit', 'payment.depositText'));
  await till.takeRestInCash();
  const kept = await showPaid(till);
  expect(kept).toMatchObject({ state: 'OPEN', held: { minor: minimum }, total: { minor: ring.price } });
  expect(kept.lines.map(({ itemNo }) => itemNo)).toEqual([ring.itemNo]);
  // The piece that the logout freed is looked at again by a till whose session just ended.
  expect(till.faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

/** The sheet on a basket of one piece. */
async function openSheetWith(till: Till, piece: Piece): Promise<void> {
  if ((till.page.viewportSize()?.width ?? 0) >= 744) {
    await scanned(till, piece);
    await openSheet(till);
    return;
  }
  await till.scan(piece.barcode);
  // A phone shows the basket only when it is opened: the key is pressed until the piece has arrived.
  await expect(async () => {
    await till.page.keyboard.press('Alt+a');
    await expect(dialog(till.page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** A basket of which one piece is put on deposit; it is empty afterwards. */
async function seeApart(till: Till, [ring, other]: [Piece, Piece], see: (name: string) => Promise<void>): Promise<void> {
  const { page } = till;
  const { customer } = (await ask('/basket')) as { customer: { customerId: string } };
  await change('seller', 'POST', '/basket/scan', { code: other.barcode });
  const { lineId } = (await change('seller', 'POST', '/basket/scan', { code: ring.barcode })) as { lineId: string };
  await change('seller', 'PUT', `/basket/line/${lineId}`, { deposit: true });
  await page.reload();
  if ((page.viewportSize()?.width ?? 0) < 744) await page.getByRole('button', { name: till.pattern('sale', 'basket.viewCount_other') }).click();
  await lineOf(till, ring).getByRole('button').first().click();
  await expect(lineOf(till, ring)).toContainText(till.say('sale', 'line.onDeposit'));
  await expect(page.getByText(till.pattern('sale', 'total.depositMinimum'))).toBeVisible();
  await see('0-apart');
  await change('seller', 'DELETE', '/basket');
  await change('seller', 'PUT', '/basket/customer', { customerId: customer.customerId });
  await page.reload();
  await expect(page.getByRole('list', { name: till.say('sale', 'catalogue.name') })).toBeVisible();
}

/** Walks through every screen of deposits, and calls `see` on each. */
async function everyScreen(till: Till, see: (name: string) => Promise<void>): Promise<void> {
  const { page } = till;
  const [ring, other] = (await rings()).toReversed();
  if (!ring || !other) throw new Error('the demonstration has no two such rings');
  await seeApart(till, [ring, other], see);
  await openSheetWith(till, ring);
  await see('1-sheet');
  await dialog(page).getByRole('button', { name: till.say('deposit', 'sheet.go') }).click();
  await expect(dialog(page)).toContainText(till.say('deposit', 'payment.depositText'));
  await see('2-payment');
  await till.takeRestInCash();
  const show = button(till, 'done.show');
  await expect(show).toBeVisible();
  await see('3-done');
  await pressUntilGone(show);
  await expect(heading(till, 'pane.payments')).toBeVisible();
  await see('4-pane');
  await button(till, 'action.pay').click();
  await expect(heading(till, 'pay.title')).toBeVisible();
  await see('5-pay');
  await page.keyboard.press('Escape');
  await button(till, 'action.handOver').click();
  await expect(heading(till, 'handOver.title')).toBeVisible();
  await see('6-hand-over');
  await page.keyboard.press('Escape');
  await till.open('/pos/deposit');
  await expect(grid(till).getByRole('row').nth(1)).toBeVisible();
  await see('7-list');
  await page.getByLabel(till.say('deposit', 'search')).fill('zzzz');
  await expect(heading(till, 'noMatch')).toBeVisible();
  await see('8-none');
}

async function look(page: Page, language: Language, [width, height]: readonly [number, number]): Promise<void> {
  await page.setViewportSize({ width, height });
  const till = await openFor(page, 'Look', language);
  const found: string[] = [];
  await everyScreen(till, async (name) => {
    await still(page);
    await picture(page, `deposit-${language}-${width}-${name}`);
    found.push(...(await unreadable(page, language)).map((one) => `${name}: ${one}`));
    found.push(...(await violations(page)).map((one) => `${name}: ${one}`));
  });
  expect(found).toEqual([]);
}

test('every screen of deposits can be read', async ({ page }) => {
  test.setTimeout(WALK_MAX);
  await look(page, 'en', SIZES[0]);
});

for (const language of ['en', 'zh-Hans', 'de', 'ar'] as const) {
  for (const size of SIZES) {
    test(`every screen of deposits can be read in ${language} at ${size[0]} @long`, async ({ page }) => {
      test.setTimeout(WALK_MAX);
      await look(page, language, size);
    });
  }
}
