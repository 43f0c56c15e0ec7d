import type { Page } from '@playwright/test';
import { euros, pieces, type Piece } from './step/deal.js';
import { picture, SIZES, still, unreadable, violations, WALK_MAX } from './step/look.js';
import { expect, test } from './step/story.js';
import { ask, change, ledger, PASSWORD, pressUntilGone, terminal, Till } from './step/till.js';
import type { Language } from './step/words.js';

/** What the card pays of each deposit here, in cents. */
const BY_CARD = 2_000;

const dialog = (page: Page) => page.locator('[aria-modal=true]').last();
const pane = (till: Till) => till.page.getByRole('complementary', { name: till.say('deposit', 'column.deposit') });
const button = (till: Till, key: string) => till.page.getByRole('button', { name: till.say('deposit', key), exact: true });

/** A ring that no package touches. */
async function ring(): Promise<Piece> {
  const plain = (await pieces()).filter(
    ({ collectionCode, itemClass, price }) => !['OPALE', 'SIRENE'].includes(collectionCode ?? '') && itemClass === 'RING' && price > 10_000,
  );
  const found = plain.toSorted((a, b) => b.available - a.available)[0];
  if (!found) throw new Error('the demonstration has no such ring');
  return found;
}

interface Kept {
  depositId: string;
  documentNo: string;
}

/** A deposit of 20.00 by card and the rest of a third in cash, taken over the API. */
async function keep(piece: Piece, kind: string): Promise<Kept & { minor: number }> {
  await terminal('auto', { card: 'visa' });
  const phoneNo = `061${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`;
  const profile = { familyName: 'Withdrawn', givenName: 'Ada', phoneNo };
  const { customerId } = await change('seller', 'POST', '/customer', { profile });
  const staff = (await ask('/basket')) as { salesperson: unknown };
  if (staff.salesperson === null) await change('seller', 'PUT', '/basket/salesperson', { staffId: 'seller' });
  await change('seller', 'POST', '/basket/scan', { code: piece.barcode });
  await change('seller', 'PUT', '/basket/customer', { customerId });
  const minor = Math.ceil(piece.price / 2);
  const amount = { minor, currency: 'EUR' };
  await change('seller', 'POST', '/basket/deposit', { amount, kind });
  const cash = { minor: minor - BY_CARD, currency: 'EUR' };
  await change('seller', 'POST', '/payment/tender', { tenderCode: 'CASH', amount: cash });
  const card = { minor: BY_CARD, currency: 'EUR' };
  const { attemptId } = await change('seller', 'POST', '/payment/attempt', { tenderCode: 'CARD', amount: card });
  let kept: Kept | null = null;
  await expect(async () => {
    const attempt = await ask(`/payment/attempt/${String(attemptId)}`);
    kept = attempt['deposit'] as Kept | null;
    expect(kept).not.toBeNull();
  }).toPass();
  if (!kept) throw new Error('the deposit was not paid');
  return { ...(kept as Kept), minor };
}

/** The manager's till with a deposit open. */
async function openAt(page: Page, depositId: string, language: Language = 'en'): Promise<Till> {
  const till = new Till(page, language);
  await till.open();
  await till.logIn('manager');
  await till.open(`/pos/deposit?deposit=${depositId}`);
  // On a phone the pane fills the screen.
  await expect(page.getByRole('heading', { name: till.say('deposit', 'pane.payments'), exact: true })).toBeVisible();
  return till;
}

test('a cancelled deposit goes back to the card by the terminal and in cash', async ({ page }) => {
  const piece = await ring();
  const before = await ledger();
  const kept = await keep(piece, 'REFUNDABLE');
  expect(await ledger()).toBe(before + BY_CARD);
  const till = await openAt(page, kept.depositId);
  await button(till, 'action.cancel').click();
  await expect(dialog(page)).toContainText(euros(kept.minor));
  const go = dialog(page).getByRole('button', { name: till.pattern('deposit', 'cancel.go') });
  await go.click();
  await expect(dialog(page)).toContainText(till.say('error', 'deposit.reason_required'));
  await dialog(page).getByLabel(till.say('deposit', 'move.reason')).fill('Another ring');
  await go.click();

  // One question: the card first. The page may be loaded anew in between.
  await expect(dialog(page)).toContainText(till.say('payment', 'refund.left'));
  await page.reload();
  await expect(dialog(page)).toContainText(till.say('deposit', 'payment.cancellationText'));
  await dialog(page).getByRole('button', { name: till.pattern('payment', 'refund.go.TERMINAL') }).click();
  await expect(dialog(page)).toContainText(till.say('payment', 'outcome.reversed'));
  expect(await ledger()).toBe(before);
  await dialog(page).getByRole('button', { name: till.say('payment', 'choice.continue') }).click();
  const cash = dialog(page).getByRole('button', { name: till.pattern('payment', 'refund.go.CASH') });
  await expect(cash).toContainText(euros(kept.minor - BY_CARD));
  await pressUntilGone(cash);
  await expect(dialog(page)).toContainText(till.say('deposit', 'done.cancelledTitle'));
  const show = button(till, 'done.show');
  await pressUntilGone(show);
  await expect(pane(till)).toContainText(till.say('deposit', 'cancelled.CLIENT'));
  await expect(pane(till)).toContainText(till.say('deposit', 'badge.CANCELLED'));
  await expect(pane(till)).toContainText(till.say('deposit', 'line.free'));
  // Both steps have their receipt.
  await expect(pane(till).getByRole('button', { name: till.pattern('deposit', 'paper.open') })).toHaveCount(2);
  expect((await ask(`/deposit/${kept.depositId}`))['state']).toBe('CANCELLED');
  expect(till.faults).toEqual([]);
});

test('a client who withdraws loses arrhes, and nothing goes back', async ({ page }) => {
  const kept = await keep(await ring(), 'ARRHES');
  const till = await openAt(page, kept.depositId);
  await button(till, 'action.cancel').click();
  await expect(dialog(page)).toContainText(till.say('deposit', 'cancel.kept'));
  await dialog(page).getByLabel(till.say('deposit', 'move.reason')).fill('Changed their mind');
  await dialog(page).getByRole('button', { name: till.say('deposit', 'action.cancel') }).click();
  await expect(pane(till)).toContainText(till.say('deposit', 'badge.CANCELLED'));
  await expect(pane(till)).toContainText(till.say('deposit', 'entry.KEEP'));
  expect(till.faults).toEqual([]);
});

test('cash instead of the card is signed for by a colleague', async ({ page }) => {
  const kept = await keep(await ring(), 'REFUNDABLE');
  const before = await ledger();
  const till = new Till(page, 'en');
  await till.open();
  // Whoever is senior may cancel, and not choose another tender.
  await till.logIn('H.MARTIN');
  await till.open(`/pos/deposit?deposit=${kept.depositId}`);
  await button(till, 'action.cancel').click();
  await dialog(page).getByLabel(till.say('deposit', 'move.reason')).fill('Another ring');
  await dialog(page).getByRole('button', { name: till.pattern('deposit', 'cancel.go') }).click();
  await dialog(page).getByRole('button', { name: till.say('payment', 'refund.inCash') }).click();
  await expect(dialog(page)).toContainText(till.say('sale', 'approval.title'));
  await dialog(page).getByLabel(till.say('session', 'username')).fill('manager');
  await dialog(page).getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(till.say('payment', 'refund.booked'));
  const cash = dialog(page).getByRole('button', { name: till.pattern('payment', 'refund.go.CASH') });
  await pressUntilGone(cash);
  await expect(dialog(page)).toContainText(till.say('deposit', 'done.cancelledTitle'));
  expect(await ledger()).toBe(before);
});

async function look(page: Page, language: Language, [width, height]: readonly [number, number]): Promise<void> {
  const kept = await keep(await ring(), 'ACOMPTE');
  await page.setViewportSize({ width, height });
  const till = await openAt(page, kept.depositId, language);
  const found: string[] = [];
  const see = async (name: string): Promise<void> => {
    await still(page);
    await picture(page, `refund-${language}-${width}-${name}`);
    found.push(...(await unreadable(page, language)).map((one) => `${name}: ${one}`));
    found.push(...(await violations(page)).map((one) => `${name}: ${one}`));
  };
  await see('1-pane');
  await button(till, 'action.reprice').click();
  await expect(dialog(page)).toBeVisible();
  await see('2-reprice');
  await page.keyboard.press('Escape');
  await button(till, 'action.cancel').click();
  await expect(dialog(page)).toContainText(till.say('deposit', 'cancel.givenBack'));
  await see('3-cancel');
  await dialog(page).getByLabel(till.say('deposit', 'move.reason')).fill('—');
  await dialog(page).getByRole('button', { name: till.pattern('deposit', 'cancel.go') }).click();
  await expect(dialog(page)).toContainText(till.say('payment', 'refund.how'));
  await see('4-steps');
  await dialog(page).getByRole('button', { name: till.say('payment', 'refund.inCash') }).click();
  await expect(dialog(page)).toContainText(till.say('payment', 'refund.booked'));
  await see('5-cash');
  const cash = dialog(page).getByRole('button', { name: till.pattern('payment', 'refund.go.CASH') });
  await pressUntilGone(cash);
  await expect(dialog(page)).toContainText(till.say('deposit', 'done.cancelledTitle'));
  await see('6-done');
  expect(found).toEqual([]);
}

test('every screen of giving back can be read', async ({ page }) => {
  test.setTimeout(WALK_MAX);
  await look(page, 'en', SIZES[0]);
});

for (const language of ['en', 'zh-Hans', 'ar'] as const) {
  for (const size of SIZES) {
    test(`every screen of giving back can be read in ${language} at ${size[0]} @long`, async ({ page }) => {
      test.setTimeout(WALK_MAX);
      await look(page, language, size);
    });
  }
}
