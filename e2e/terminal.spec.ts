import type { Locator } from '@playwright/test';
import { expect, test } from './step/story.js';
import { booked, ledger, pieceInStock, terminal, Till } from './step/till.js';

const SELLER = 'Camille Aubert';
/** The terminal cannot be stopped in its first 30 s. */
const CANCEL_MS = 40_000;

/** A till at which a piece waits to be paid. */
async function atPayment(till: Till, user = 'seller'): Promise<void> {
  await till.open();
  await till.logIn(user);
  await till.chooseSalesperson(SELLER);
  await till.scan((await pieceInStock()).barcode);
  await till.startPayment();
}

function outcome(till: Till, key: string): Locator {
  return till.page.getByRole('heading', { name: till.say('payment', `outcome.${key}`) });
}

async function choose(till: Till, key: string): Promise<void> {
  await till.page.getByRole('dialog').getByRole('button', { name: till.pattern('payment', `choice.${key}`) }).click();
}

test('a declined card can be tried again, or left for the basket', async ({ page }) => {
  const till = new Till(page);
  await atPayment(till);
  await terminal('script', { steps: [{ decline: true }, { decline: true }, { card: 'visa' }] });
  await till.sendRestToTerminal();
  await expect(outcome(till, 'failed')).toBeVisible();
  await expect(outcome(till, 'failed')).toBeFocused();
  await choose(till, 'otherTender');
  await expect(till.cashTile()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(till.lines()).toHaveCount(1);

  await till.startPayment();
  await till.sendRestToTerminal();
  await expect(outcome(till, 'failed')).toBeVisible();
  await choose(till, 'retry');
  await till.beginNewSale();
  expect(till.faults).toEqual([]);
});

test('a card that was cancelled at the terminal leaves the choice of another tender', async ({ page }) => {
  const till = new Till(page);
  await atPayment(till);
  const before = await ledger();
  await terminal('script', { steps: [{ fault: 'F20' }] });
  await till.sendRestToTerminal();
  await expect(outcome(till, 'cancelled')).toBeVisible();
  await choose(till, 'otherTender');
  await till.takeRestInCash();
  await till.beginNewSale();
  expect(await ledger()).toBe(before);
  expect(till.faults).toEqual([]);
});

test('a part that the card paid is booked, and cash pays the rest', async ({ page }) => {
  const till = new Till(page);
  await atPayment(till);
  const before = await ledger();
  await terminal('script', { steps: [{ fault: 'F13', amount_minor: 1_000 }] });
  await till.sendRestToTerminal();
  await expect(outcome(till, 'mismatch')).toBeVisible();
  await expect(page.getByText('€10.00').first()).toBeVisible();
  await choose(till, 'acceptPart');
  await expect.poll(booked).toBe(1_000);
  await choose(till, 'continue');
  await till.takeRestInCash();
  await till.beginNewSale();
  expect((await ledger()) - before).toBe(1_000);
  expect(till.faults).toEqual([]);
});

test('more than was due is given back to the card', async ({ page }) => {
  const till = new Till(page);
  await atPayment(till);
  const before = await ledger();
  await terminal('script', { steps: [{ fault: 'F14' }] });
  await till.sendRestToTerminal();
  await expect(outcome(till, 'mismatch')).toBeVisible();
  await choose(till, 'reverse');
  await expect(outcome(till, 'reversed')).toBeVisible();
  expect(await ledger()).toBe(before);
  expect(await booked()).toBe(0);
  await choose(till, 'otherTender');
  await till.takeRestInCash();
  await till.beginNewSale();
  expect(till.faults).toEqual([]);
});

test('held money that the terminal does not give back goes back by hand, and the till is free', async ({ page }) => {
  const till = new Till(page);
  await atPayment(till, 'manager');
  const before = await ledger();
  await terminal('script', { steps: [{ fault: 'F14' }, { fault: 'F26' }] });
  await till.sendRestToTerminal();
  await expect(outcome(till, 'mismatch')).toBeVisible();
  const givenBack = page.getByRole('dialog').getByRole('button', { name: till.say('payment', 'choice.givenBack') });
  await expect(givenBack).toHaveCount(0);
  await choose(till, 'reverse');
  await givenBack.click();
  await page.getByRole('dialog').getByRole('textbox').fill('004217');
  await page.keyboard.press('Enter');
  await expect(outcome(till, 'reversed')).toBeVisible();
  // The terminal keeps it.
  expect(await ledger()).toBeGreaterThan(before);
  expect(await booked()).toBe(0);
  await choose(till, 'otherTender');
  await till.takeRestInCash();
  await till.beginNewSale();
  expect(till.faults).toEqual([]);
});

test('a terminal in use is waited for, and the wait can be stopped', async ({ page }) => {
  const till = new Till(page);
  await page.clock.install();
  await atPayment(till);
  await terminal('script', { steps: [{ fault: 'F12' }, { card: 'visa' }] });
  await till.sendRestToTerminal();
  await expect(outcome(till, 'occupied')).toBeVisible();
  await choose(till, 'wait');
  await expect(page.getByText(till.pattern('payment', 'outcome.occupiedWaiting_other'))).toBeVisible();
  await choose(till, 'stopWaiting');
  await expect(page.getByText(till.pattern('payment', 'outcome.occupiedWaiting_other'))).toBeHidden();
  await choose(till, 'wait');
  await page.clock.runFor(21_000);
  await till.beginNewSale();
  expect(till.faults).toEqual([]);
});

test('a waiting card can be cancelled after the lock, not before', async ({ page }) => {
  const till = new Till(page);
  await atPayment(till);
  await terminal('script', { steps: [{ manual: true }] });
  await till.sendRestToTerminal();
  const cancel = till.page.getByRole('button', { name: till.pattern('payment', 'wait.cancel') });
  await expect(cancel).toContainText(till.pattern('payment', 'wait.cancelIn'));
  // It is not dead while it is locked: it says why and how long.
  await cancel.click({ force: true });
  await expect(page.getByText(till.pattern('payment', 'wait.cancelNotYet')).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(cancel).not.toHaveAttribute('aria-disabled', 'true', { timeout: CANCEL_MS });
  await cancel.click();
  await expect(outcome(till, 'cancelled')).toBeVisible();
  await choose(till, 'otherTender');
  await till.takeRestInCash();
  await till.beginNewSale();
  expect(till.faults).toEqual([]);
});

test('a card that was charged before the cancellation arrived is kept', async ({ page }) => {
  const till = new Till(page);
  await atPayment(till);
  await terminal('script', { steps: [{ fault: 'F21' }] });
  await till.sendRestToTerminal();
  const cancel = till.page.getByRole('button', { name: till.pattern('payment', 'wait.cancel') });
  await expect(cancel).not.toHaveAttribute('aria-disabled', 'true', { timeout: CANCEL_MS });
  await cancel.click();
  await expect(outcome(till, 'paidAfterCancel')).toBeVisible();
  await choose(till, 'keep');
  await till.beginNewSale();
  expect(till.faults).toEqual([]);
});
