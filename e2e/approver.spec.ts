import { basket, plainPiece, scanned, typeDiscount } from './step/deal.js';
import { expect, test } from './step/story.js';
import { PASSWORD, Till } from './step/till.js';

/** Somebody who may approve and works with no other story. */
const APPROVER = 'IT.ROUX';

test('three wrong passwords lock whoever approves, and nobody gives the discount', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson('Camille Aubert');
  const piece = await plainPiece();
  await scanned(till, piece);
  await typeDiscount(till, '20', 'DAMAGED');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel(till.say('session', 'username'));
  const password = dialog.getByLabel(till.say('session', 'password'), { exact: true });
  await name.fill(APPROVER);
  for (const left of ['other', 'one']) {
    await password.fill('not the password');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText(till.pattern('error', `session.bad_credentials_${left}`));
    await expect(password).toHaveValue('');
  }
  const locked = till.pattern('error', 'session.locked_other');
  await password.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(locked);
  // The right password comes too late.
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(locked);
  expect((await basket()).total.minor).toBe(piece.price);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(till.lines().locator('s')).toHaveCount(0);
});
