import { expect, test } from './step/story.js';
import { Till } from './step/till.js';

/** An engraved medal: designed on its page, sold, and found again in its order. */
test('an engraved medal is sold, and its text stands in the basket and in the order', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson('Camille Aubert');
  await page.getByRole('link', { name: till.say('shell', 'section.customized') }).click();
  await till.button('customised', 'family.CLIP_MEDAL').click();
  await till.button('customised', 'symbol.STAR').click();
  const text = page.getByLabel(till.say('customised', 'text'));

  // What cannot be engraved is said while it is typed, and cannot be added.
  await text.fill('œil');
  await expect(page.getByText(till.pattern('error', 'customised.character_refused'))).toBeVisible();
  await expect(page.getByLabel(till.say('customised', 'checked'))).toBeDisabled();
  // A word of the lists is told to staff, and stays possible.
  const warned = page.getByRole('status').filter({ hasText: till.pattern('customised', 'warned') });
  await text.fill('merd3');
  await expect(warned).toContainText('MERDE');
  await expect(page.getByLabel(till.say('customised', 'checked'))).toBeEnabled();
  await text.fill('léa!');
  await expect(warned).toBeHidden();
  await expect(page.getByText(till.pattern('error', 'customised.character_refused'))).toBeHidden();
  await expect(page.getByRole('img', { name: /LÉA!/ })).toBeVisible();
  await expect(page.getByText(till.say('customised', 'notReturnable'))).toBeVisible();

  // Nobody orders what the customer has not checked.
  // It is blocked, and says why when it is pressed all the same.
  await till.button('customised', 'add').click({ force: true });
  await expect(page.getByText(till.say('error', 'customised.text_not_checked'))).toBeVisible();
  await page.getByLabel(till.say('customised', 'checked')).check();
  await till.button('customised', 'add').click();

  await expect(till.lines()).toHaveCount(1);
  await expect(till.lines()).toContainText('LÉA');
  await expect(till.lines()).toContainText(till.say('sale', 'basket.madeToOrder'));
  await expect(till.lines()).toContainText(till.say('sale', 'basket.notReturnable'));

  await till.startPayment();
  await till.takeRestInCash();
  await till.beginNewSale();

  await page.getByRole('link', { name: till.say('shell', 'section.order') }).click();
  await page.getByRole('row').nth(1).click();
  await expect(page.getByText('LÉA').first()).toBeVisible();
  await expect(page.getByText(new RegExp(till.say('order', 'detail.notReturnable')))).toBeVisible();
  await expect(page.getByText(till.pattern('order', 'detail.ordered'))).toBeVisible();
  expect(till.faults).toEqual([]);
});
