import { plainPiece, scanned } from './step/deal.js';
import { expect, test } from './step/story.js';
import { Till } from './step/till.js';

test('a basket is taken up at another till after the first was killed', async ({ page, browser }) => {
  const piece = await plainPiece();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const first = new Till(await context.newPage());
  await first.open();
  await first.logIn('L.BONNET');
  await first.chooseSalesperson('Léa Bonnet');
  await scanned(first, piece);
  await first.page.keyboard.press('F8');
  await expect(first.lines()).toHaveCount(0);
  await context.close();

  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson('Camille Aubert');
  await page.keyboard.press('F8');
  const waiting = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Léa Bonnet' });
  await waiting.getByRole('button').click();
  await expect(till.lines()).toHaveCount(1);
  await expect(till.lines()).toContainText(piece.itemNo);
  await expect(till.lines()).toContainText(till.say('sale', 'basket.reserved'));
  expect(till.faults).toEqual([]);
});
