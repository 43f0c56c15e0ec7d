import type { Locator } from '@playwright/test';
import { expect, test } from './step/story.js';
import { pieceInStock, Till } from './step/till.js';

const SELLER = 'Camille Aubert';
/** A card that nobody bought, one of 150.00 and one of 100.00, as the demonstration has them. */
const STOCK = { number: '6279 0000 0000 0081', code: 'DEMO0081' };
const SCANNED = { number: '6279000000000005', code: 'DEMO0005' };
const ACTIVE = { number: '6279000000000004', code: 'DEMO0004' };

async function enter(till: Till, dialog: Locator, card: { number: string; code: string }, button: string): Promise<void> {
  await dialog.getByLabel(till.say('giftCard', 'cardNo')).fill(card.number);
  await dialog.getByLabel(till.say('giftCard', 'code'), { exact: true }).fill(card.code);
  await dialog.getByRole('button', { name: till.say('giftCard', button), exact: true }).click();
}

test('a gift card is sold, checked, and pays', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  await till.scan((await pieceInStock()).barcode);
  await expect(till.lines()).toHaveCount(1);

  // A card that is not active yet cannot be used; a wrong code is counted.
  await page.getByRole('button', { name: till.say('sale', 'basket.more'), exact: true }).click();
  await page.getByRole('menuitem', { name: till.say('sale', 'deal.giftCard') }).click();
  const dialog = page.getByRole('dialog');
  await enter(till, dialog, { ...STOCK, code: 'WRONG123' }, 'checkAvailable');
  await expect(dialog).toContainText(till.pattern('error', 'gift_card.code_mismatch'));
  await enter(till, dialog, STOCK, 'checkAvailable');
  await expect(dialog).toContainText('0081');
  await dialog.getByLabel(till.say('giftCard', 'amount')).fill('5');
  await dialog.getByRole('button', { name: till.say('giftCard', 'sell'), exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel(till.say('giftCard', 'amount')).fill('150');
  await dialog.getByRole('button', { name: till.say('giftCard', 'sell'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(till.lines()).toHaveCount(2);
  await till.startPayment();
  await till.takeRestInCash();
  await till.beginNewSale();

  // Another card pays a part; its number is masked, and the customer is warned.
  await till.scan((await pieceInStock()).barcode);
  await till.startPayment();
  const payment = page.getByRole('dialog');
  await payment.getByRole('button', { name: till.pattern('payment', 'tender.giftCardHint') }).click();
  await enter(till, payment, ACTIVE, 'check');
  await expect(payment).toContainText(till.say('giftCard', 'notReturnable'));
  await payment.getByLabel(till.say('giftCard', 'amountOnGiftCard')).fill('20');
  await payment.getByRole('button', { name: till.pattern('giftCard', 'useAmount') }).click();
  await expect(payment).toContainText('•••• 0004');
  await expect(payment).toContainText(till.say('giftCard', 'notReturnable'));
  await till.takeRestInCash();
  await till.beginNewSale();
});

test('a scanned card opens its sheet, is topped up, and pays until a rest is given up', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);

  // No unknown piece: the number is in the sheet, the code makes the balance known.
  await till.scan(SCANNED.number);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(till.say('giftCard', 'cardNo'))).toHaveValue(SCANNED.number);
  await dialog.getByLabel(till.say('giftCard', 'code'), { exact: true }).fill(SCANNED.code);
  await dialog.getByRole('button', { name: till.say('giftCard', 'check'), exact: true }).click();
  await expect(dialog).toContainText('150.00');
  await dialog.getByLabel(till.say('giftCard', 'topUpAmount')).fill('50');
  await dialog.getByRole('button', { name: till.say('giftCard', 'topUp'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(till.lines()).toHaveCount(1);
  await expect(till.lines().first()).toContainText(till.pattern('sale', 'basket.giftCardTopUp'));
  await till.startPayment();
  await till.takeRestInCash();
  await till.beginNewSale();

  // Scanned while the customer pays, it pays; less than 1.00 would be left, which is asked about.
  await till.scan((await pieceInStock(200)).barcode);
  await till.startPayment();
  const payment = page.getByRole('dialog');
  await till.scan(SCANNED.number);
  await expect(payment.getByLabel(till.say('giftCard', 'cardNo'))).toHaveValue(SCANNED.number);
  await payment.getByLabel(till.say('giftCard', 'code'), { exact: true }).fill(SCANNED.code);
  await payment.getByRole('button', { name: till.say('giftCard', 'check'), exact: true }).click();
  await expect(payment).toContainText('200.00');
  const amount = payment.getByLabel(till.say('giftCard', 'amountOnGiftCard'));
  const isGivenUp = payment.getByRole('switch', { name: till.pattern('giftCard', 'clearsRest') });
  await amount.fill('199.00');
  await expect(isGivenUp).toBeHidden();
  await amount.fill('199.60');
  await expect(isGivenUp).not.toBeChecked();
  await isGivenUp.check();
  await payment.getByRole('button', { name: till.pattern('giftCard', 'useAmount') }).click();
  await expect(payment).toContainText('•••• 0005');
  await till.takeRestInCash();
  await till.beginNewSale();
  await till.scan(SCANNED.number);
  await dialog.getByLabel(till.say('giftCard', 'code'), { exact: true }).fill(SCANNED.code);
  await dialog.getByRole('button', { name: till.say('giftCard', 'check'), exact: true }).click();
  await expect(dialog).toContainText(till.say('error', 'gift_card.unavailable'));
});
