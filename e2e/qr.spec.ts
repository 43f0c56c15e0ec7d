import type { Page } from '@playwright/test';
import { expect, test } from './step/story.js';
import { ask, pieceInStock, Till } from './step/till.js';

const SELLER = 'Camille Aubert';
/** The till asks "continue?" after two minutes, and stops by itself half a minute later. */
const ASKED_MS = 150_000;

interface Order {
  face: string;
  order_no: string;
  status: string;
  created_at: string;
}

async function simulator<T>(path: string, body?: object): Promise<{ status: number; said: T }> {
  const answer = await fetch(`${process.env.QR_URL}/sim/${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, said: (text ? JSON.parse(text) : null) as T };
}

/** The order that was opened last. */
async function newest(): Promise<Order> {
  const { said } = await simulator<Order[]>('order');
  const orders = said.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  const last = orders.at(-1);
  if (!last) throw new Error('the provider has no order');
  return last;
}

/** What the providers took and did not give back, in minor units. */
async function kept(): Promise<number> {
  const { said } = await simulator<{ by_order: { paid_minor: number; refunded_minor: number }[] }>('ledger');
  return said.by_order.reduce((sum, order) => sum + order.paid_minor - order.refunded_minor, 0);
}

async function atPayment(page: Page): Promise<Till> {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  await till.scan((await pieceInStock()).barcode);
  await till.startPayment();
  return till;
}

async function showCode(till: Till, name: string): Promise<void> {
  await till.page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await till.page.getByRole('button', { name: till.pattern('payment', 'qr.show') }).click();
  await expect(till.page.getByRole('img', { name: till.pattern('payment', 'qr.image') })).toBeVisible();
}

test('a client scans the code and pays on the telephone', async ({ page }) => {
  const till = await atPayment(page);
  const before = await kept();
  await showCode(till, 'WeChat Pay');
  const { order_no: orderNo, face } = await newest();
  expect(face).toBe('wechat');
  await simulator('pay', { face, order_no: orderNo });
  await till.beginNewSale();
  expect(await kept()).toBeGreaterThan(before);
  expect(till.faults).toEqual([]);
});

test('the shop scans the client, and a code that was mistyped is refused before anything is sent', async ({ page }) => {
  const till = await atPayment(page);
  await page.getByRole('button', { name: /^Alipay/ }).click();
  await page.getByRole('button', { name: till.pattern('payment', 'qr.scanClient') }).click();
  const field = page.getByLabel(till.say('payment', 'qr.scan.code'));
  await field.fill('12345');
  await page.getByRole('button', { name: till.pattern('payment', 'qr.scan.go') }).click();
  await expect(page.getByText(till.say('payment', 'qr.scan.wrong'))).toBeVisible();
  await field.fill('2812 3456 7890 1234 56');
  await page.getByRole('button', { name: till.pattern('payment', 'qr.scan.go') }).click();
  // Before the request has arrived the provider has no order.
  const brand = async () => (await newest().catch(() => null))?.face;
  await expect.poll(brand, { timeout: 15_000 }).toBe('alipay');
  const { face, order_no: orderNo } = await newest();
  // Above 1,000 the client types the password.
  await simulator('pay', { face, order_no: orderNo });
  await till.beginNewSale();
  expect(till.faults).toEqual([]);
});

test('a payment that is late is waited for, continued, and booked once', async ({ page }) => {
  test.setTimeout(240_000);
  const till = await atPayment(page);
  const before = await kept();
  await showCode(till, 'Alipay');
  const { face, order_no: orderNo } = await newest();
  const question = page.getByRole('heading', { name: till.say('payment', 'qr.wait.asked') });
  await expect(question).toBeVisible({ timeout: ASKED_MS });
  await page.getByRole('button', { name: till.say('payment', 'qr.continue') }).click();
  await expect(question).toBeHidden();
  // The browser goes away and comes back: the same order is on screen.
  await page.reload();
  await expect(page.getByRole('img', { name: till.pattern('payment', 'qr.image') })).toBeVisible();
  expect((await newest()).order_no).toBe(orderNo);
  const due = ((await ask('/payment')) as { remaining: { minor: number } }).remaining.minor;
  await simulator('pay', { face, order_no: orderNo });
  await till.beginNewSale();
  expect((await kept()) - before).toBe(due);
  // Nobody can pay it again.
  expect((await simulator('pay', { face, order_no: orderNo })).status).toBe(422);
  expect(till.faults).toEqual([]);
});

test('a client who pays while it is being stopped gets the money back, and cash is taken', async ({ page }) => {
  const till = await atPayment(page);
  const before = await kept();
  await showCode(till, 'Alipay');
  await simulator('script', { steps: [{ face: 'alipay', on: 'close', fault: 'paid_during' }] });
  await page.getByRole('button', { name: till.say('payment', 'qr.stop') }).click();
  await expect(page.getByRole('heading', { name: till.say('payment', 'qr.outcome.reversed') })).toBeVisible({ timeout: 30_000 });
  expect(await kept()).toBe(before);
  await page.getByRole('dialog').getByRole('button', { name: till.say('payment', 'choice.otherTender') }).click();
  await till.takeRestInCash();
  await till.beginNewSale();
  expect(till.faults).toEqual([]);
});
