import { pieces, scanned } from './step/deal.js';
import { expect, test } from './step/story.js';
import { Till } from './step/till.js';

test('the basket says which package one more piece would complete, and stops when it is there', async ({ page }) => {
  const rings = (await pieces()).filter(({ collectionCode, itemClass }) => collectionCode === 'OPALE' && itemClass === 'RING');
  const [first, second] = rings;
  if (!first || !second) throw new Error('the demonstration has no two such rings');
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson('Camille Aubert');
  const hints = page.getByRole('list', { name: till.say('sale', 'package.hints') });
  await expect(hints).toBeHidden();
  await scanned(till, first);
  const hint = hints.getByRole('listitem').filter({ hasText: 'Opale: two rings' });
  await expect(hint).toContainText(till.pattern('sale', 'package.hint'));
  await scanned(till, second);
  await expect(page.getByRole('list', { name: till.say('sale', 'package.applied') })).toContainText('Opale: two rings');
  await expect(hint).toBeHidden();
  // Without the second ring it is one piece away again.
  await till.lines().filter({ hasText: second.itemNo }).getByRole('button').first().focus();
  await page.keyboard.press('Delete');
  await expect(hint).toBeVisible();
  expect(till.faults).toEqual([]);
});
