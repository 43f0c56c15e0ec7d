import { expect, test } from './step/story.js';
import { change, Till } from './step/till.js';
import type { Page } from '@playwright/test';

const SELLER = 'ZHOU.M';

interface Stone {
  itemNo: string;
  sizes: { barcode: string | null; available: number }[];
}

/** Pieces with stones, of which the Shanghai shop has some. */
async function stones(): Promise<{ itemNo: string; barcode: string }[]> {
  const page = (await change(SELLER, 'GET', '/item?itemClass=DIAMOND&limit=100')) as unknown as { items: Stone[] };
  return page.items.flatMap(({ itemNo, sizes }) => {
    const barcode = sizes.find(({ available }) => available > 0)?.barcode;
    return barcode ? [{ itemNo, barcode }] : [];
  });
}

async function ready(page: Page): Promise<Till> {
  const till = new Till(page);
  await till.open();
  await till.logIn(SELLER);
  await till.chooseSalesperson('敏 周');
  return till;
}

/** Opens what the pay button asks for, and types a certificate number into it. */
async function enterCertificate(till: Till, itemNo: string, number: string): Promise<void> {
  await till.page.getByRole('button', { name: till.say('error', 'sale.certificate_required', { itemNo }) }).click({ force: true });
  const dialog = till.page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await dialog.getByRole('textbox').fill(number);
  await till.page.keyboard.press('Enter');
}

test('every stone has its certificate, and no number is ever used twice', async ({ page }) => {
  const [first, second] = await stones();
  if (!first || !second) throw new Error('the demonstration has no two stones in Shanghai');
  const till = await ready(page);
  for (const { barcode, itemNo } of [first, second]) {
    await till.scan(barcode);
    await expect(till.lines().filter({ hasText: itemNo })).toContainText(till.say('sale', 'basket.reserved'));
  }
  const number = `GIA-${Date.now()}`;
  await enterCertificate(till, first.itemNo, number);
  await expect(page.getByRole('dialog')).toBeHidden();
  const kept = (await change(SELLER, 'GET', '/basket')) as unknown as { lines: { itemNo: string; certificateNos: string[] }[] };
  expect(kept.lines.find(({ itemNo }) => itemNo === first.itemNo)?.certificateNos).toEqual([number]);

  // The number of the other stone is another one, also within the basket.
  await enterCertificate(till, second.itemNo, number);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(till.say('error', 'sale.certificate_repeated', { certificateNo: number }));
  await dialog.getByRole('textbox').fill(`${number}-B`);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await till.startPayment();
  await till.takeRestInCash();
  await till.beginNewSale();

  // Nor is it that of a stone which was sold before.
  const third = (await stones())[0];
  if (!third) throw new Error('the demonstration has no third stone in Shanghai');
  await till.scan(third.barcode);
  await expect(till.lines()).toContainText(till.say('sale', 'basket.reserved'));
  await enterCertificate(till, third.itemNo, number);
  await expect(dialog).toContainText(till.say('error', 'sale.certificate_repeated', { certificateNo: number }));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: till.say('error', 'sale.certificate_required', { itemNo: third.itemNo }) })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await change(SELLER, 'DELETE', '/basket');
});
