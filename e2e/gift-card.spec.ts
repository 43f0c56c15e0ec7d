import type { Locator } from '@playwright/test';
import { expect, test } from './step/story.js';
import { pieceInStock, Till } from './step/till.js';

const SELLER = 'Camille Aubert';
/** A card that nobody bought, and one of 100.00, as the demonstration has them. */
const STOCK = { number: '6279 0000 0000 0081', code: 'DEMO0081' };
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
