import { basket, plainPiece, scanned } from './step/deal.js';
import { expect, test } from './step/story.js';
import { Till } from './step/till.js';

test('a gift is earned, chosen once it is known who buys, and lost when the order changes', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson('Camille Aubert');
  const piece = await plainPiece();
  const pieces = Math.ceil(20_000 / piece.price);
  await scanned(till, piece);
  await till.lines().getByRole('button').first().focus();
  for (let more = 1; more < pieces; more += 1) await page.keyboard.press('+', { delay: 60 });
  await expect.poll(async () => (await basket()).total.minor).toBe(piece.price * pieces);
  const icon = page.getByRole('button', { name: till.pattern('sale', 'gift.available_other') });
  await expect(icon).toBeVisible();
  await page.keyboard.press('Alt+g');
  const dialog = page.getByRole('dialog');
  const tile = dialog.getByRole('button', { name: /Velvet pouch/ }).first();
  await expect(dialog).toContainText(till.say('error', 'sale.customer_first'));
  await expect(tile).toHaveAttribute('aria-disabled', 'true');
  // Who buys, and back to the gifts.
  await dialog.getByRole('button', { name: till.say('sale', 'customer.add') }).first().click();
  await page.keyboard.type('an', { delay: 60 });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await dialog.getByRole('listitem').first().getByRole('button').click();
  await expect(tile).not.toHaveAttribute('aria-disabled', 'true');
  await tile.click();
  await expect(tile).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByLabel(till.say('sale', 'gift.tote')).check();
  await dialog.getByRole('group', { name: till.say('sale', 'gift.tote') }).getByRole('button').first().click();
  await dialog.getByRole('button', { name: till.say('sale', 'gift.choose') }).click();
  await expect(dialog).toBeHidden();
  await expect(till.lines().filter({ hasText: till.say('sale', 'line.gift') })).toHaveCount(2);
  await expect(till.lines().filter({ hasText: /Velvet pouch/ })).toContainText('€0.00');
  expect((await basket()).lines.filter(({ isGift }) => isGift)).toHaveLength(2);
  // One piece more is another order.
  await till.lines().filter({ hasText: piece.itemNo }).getByRole('button').first().focus();
  await page.keyboard.press('+');
  const gone = page.getByRole('status').filter({ hasText: till.say('sale', 'gift.removed') });
  await expect(gone).toBeVisible();
  await expect(till.lines().filter({ hasText: till.say('sale', 'line.gift') })).toHaveCount(0);
  expect((await basket()).lines.filter(({ isGift }) => isGift)).toHaveLength(0);
  await gone.getByRole('button').click();
  await expect(gone).toBeHidden();
});
