import { euros, pieces } from './step/deal.js';
import { memberWith } from './step/loyalty.js';
import { picture, still, violations } from './step/look.js';
import { expect, test } from './step/story.js';
import { ask, change, pressUntilGone, terminal, Till } from './step/till.js';

const WHO = 'manager';
/** A card of 100.00 that the demonstration has. */
const CARD = { number: '6279000000000004', code: 'DEMO0004' };
/** What each pays, in cents; cash pays the rest. */
const CREDIT = 200;
const GIFT = 2_000;
const BY_CARD = 5_000;

interface Tender {
  code: string;
  amount: { minor: number };
}

test('one sale is paid by deposit, loyalty credit, gift card, card and cash with change', async ({ page }) => {
  const member = await memberWith(CREDIT, WHO);
  const piece = (await pieces()).find(
    ({ collectionCode, available, price }) => !['OPALE', 'SIRENE'].includes(collectionCode ?? '') && available > 1 && price > 20_000 && price < 60_000,
  );
  if (!piece) throw new Error('the demonstration has no such piece');
  const till = new Till(page);
  await till.open();
  await till.logIn(WHO);
  await till.chooseSalesperson('Youssef Haddad');
  await till.scan(piece.barcode);
  await expect(till.lines()).toHaveCount(1);
  await change(WHO, 'PUT', '/basket/customer', { customerId: member.customerId });
  await till.open();

  // The piece is kept against what the shop asks for at least.
  const dialog = page.locator('[aria-modal=true]').last();
  await page.getByRole('button', { name: till.say('deposit', 'sheet.title'), exact: true }).click();
  await page.getByRole('button', { name: till.say('deposit', 'sheet.go'), exact: true }).click();
  await expect(dialog).toContainText(till.say('deposit', 'payment.depositText'));
  await till.takeRestInCash();
  const show = page.getByRole('button', { name: till.say('deposit', 'done.show'), exact: true });
  await pressUntilGone(show);
  await expect(page).toHaveURL(/deposit=/);
  const depositId = new URL(page.url()).searchParams.get('deposit') ?? '';
  const { held } = (await ask(`/deposit/${depositId}`)) as unknown as { held: { minor: number } };

  // It is fetched: four others pay what the deposit does not.
  await page.getByRole('button', { name: till.say('deposit', 'action.handOver'), exact: true }).click();
  await page.getByRole('button', { name: till.say('deposit', 'handOver.goToPay'), exact: true }).click();
  await expect(dialog).toContainText(till.say('deposit', 'payment.settlementText'));
  await dialog.getByRole('button', { name: till.pattern('payment', 'loyalty.hint') }).click();
  await expect(dialog.getByText(till.pattern('payment', 'loyalty.balance'))).toBeVisible();
  await page.keyboard.type(String(CREDIT / 100), { delay: 80 });
  await dialog.getByRole('button', { name: till.pattern('payment', 'loyalty.use') }).last().click();
  const remove = till.button('payment', 'remove');
  await expect(remove).toHaveCount(1);
  await dialog.getByRole('button', { name: till.pattern('payment', 'tender.giftCardHint') }).click();
  await dialog.getByLabel(till.say('giftCard', 'cardNo')).fill(CARD.number);
  await dialog.getByLabel(till.say('giftCard', 'code'), { exact: true }).fill(CARD.code);
  await dialog.getByRole('button', { name: till.say('giftCard', 'check'), exact: true }).click();
  await dialog.getByLabel(till.say('giftCard', 'amountOnGiftCard')).fill(String(GIFT / 100));
  await dialog.getByRole('button', { name: till.pattern('giftCard', 'useAmount') }).click();
  await expect(remove).toHaveCount(2);
  await terminal('script', { steps: [{ card: 'visa' }] });
  await till.button('payment', 'tender.card').first().click();
  await page.keyboard.type(String(BY_CARD / 100), { delay: 80 });
  await till.button('payment', 'action.send').click();
  const goOn = dialog.getByRole('button', { name: till.say('payment', 'choice.continue'), exact: true });
  await expect(goOn).toBeVisible();
  // A press in the first moment is taken for one that was meant for the screen before.
  await expect(async () => {
    if (await goOn.isVisible()) await goOn.click();
    await expect(remove).toHaveCount(3, { timeout: 1_000 });
  }).toPass();
  const rest = piece.price - held.minor - CREDIT - GIFT - BY_CARD;
  await expect(dialog).toContainText(euros(rest));
  await still(page);
  await picture(page, 'five-tenders');
  expect(await violations(page)).toEqual([]);
  await till.cashTile().click();
  const given = Math.ceil((rest + 1) / 1_000) * 10;
  await page.keyboard.type(String(given), { delay: 80 });
  await dialog.getByRole('button').filter({ hasText: euros(given * 100 - rest) }).click();
  await expect(till.button('payment', 'done.newSale')).toBeVisible();
  await expect(dialog).toContainText(euros(given * 100 - rest));
  await till.beginNewSale();

  const { items } = (await ask('/order?limit=1')) as unknown as { items: { orderId: string }[] };
  const { tenders } = (await ask(`/order/${items[0]?.orderId ?? ''}`)) as unknown as { tenders: Tender[] };
  const paid = tenders.map(({ amount }) => amount.minor).toSorted((a, b) => a - b);
  expect(paid).toEqual([held.minor, CREDIT, GIFT, BY_CARD, rest].toSorted((a, b) => a - b));
  expect(till.faults).toEqual([]);
});
