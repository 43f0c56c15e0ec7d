import { expect, test } from './step/story.js';
import { change, Till } from './step/till.js';

const SELLER = 'W.LIN';

test('nothing is sold duty-free without a flight, and the order keeps it', async ({ page }) => {
  const found = (await change(SELLER, 'GET', '/item?limit=100')) as unknown as {
    items: { sizes: { barcode: string | null; available: number }[]; price: { minor: number } | null }[];
  };
  const piece = found.items.find(({ sizes, price }) => price && sizes.length === 1 && (sizes[0]?.available ?? 0) > 1);
  const till = new Till(page);
  await till.open();
  await till.logIn(SELLER);
  await till.chooseSalesperson('Wen Lin');
  await till.scan(piece?.sizes[0]?.barcode ?? '');
  await expect(till.lines()).toContainText(till.say('sale', 'basket.reserved'));
  await expect(page.getByRole('button', { name: till.say('sale', 'need.flight') })).toBeVisible();

  // The pay button says what is missing and leads to it; blank is no flight.
  const pay = page.getByRole('button', { name: till.say('error', 'sale.flight_required') });
  await expect(pay).toHaveAttribute('aria-disabled', 'true');
  await pay.click({ force: true });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('   ', { delay: 80 });
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(till.say('error', 'sale.flight_empty'));
  await dialog.getByRole('textbox').fill('AF 116');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: till.say('sale', 'deal.flightOf', { number: 'AF 116' }) })).toBeVisible();
  await expect(pay).toBeHidden();
  await till.startPayment();
  await till.takeRestInCash();
  await till.beginNewSale();
  // The next customer has another flight.
  await till.scan(piece?.sizes[0]?.barcode ?? '');
  await expect(page.getByRole('button', { name: till.say('sale', 'need.flight') })).toBeVisible();
  await change(SELLER, 'DELETE', '/basket');
});
