import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { basket, euros, pieces, scanned } from './step/deal.js';
import { barcodeFilm } from './step/film.js';
import { expect, test } from './step/story.js';
import { ask, Till } from './step/till.js';

test('a price check tells price, reason and stock by scan and by name, and leaves the basket alone', async ({ page }) => {
  const known = (await pieces()).filter(({ collectionCode, itemClass }) => collectionCode === 'OPALE' && itemClass === 'RING');
  const [first, second] = known;
  if (!first || !second) throw new Error('the demonstration has no two such rings');
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson('Camille Aubert');
  await scanned(till, first);
  const before = await basket();

  await page.keyboard.press('Alt+p');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await till.scan(second.barcode);
  const piece = dialog.getByRole('article');
  await expect(piece).toContainText(second.itemNo);
  await expect(piece).toContainText(euros(second.price));
  await expect(piece).toContainText('EUR-RETAIL');
  await expect(piece).toContainText('Opale: two rings');
  await expect(piece.getByRole('list', { name: till.say('sale', 'piece.others') })).toContainText(/days? away/);

  // By a part of its name; and what names nothing is said.
  await dialog.getByRole('textbox').fill(first.itemNo.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(piece).toContainText(first.itemNo);
  await dialog.getByRole('textbox').fill('0000000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(till.pattern('error', 'catalog.code_not_found'));
  await expect(piece).toBeHidden();
  expect(await basket()).toEqual(before);

  // From here it goes into the basket when the customer takes it.
  await till.scan(second.barcode);
  await till.button('sale', 'piece.add').click();
  await expect(dialog).toBeHidden();
  await expect(till.lines().filter({ hasText: second.itemNo })).toContainText(till.say('sale', 'basket.reserved'));
});

interface Arriving {
  name: string;
  sizes: { inTransit: { daysUntil: number; fromStoreName: string | null }[] }[];
}

test('a piece that is on its way says for when', async ({ page }) => {
  const numbers = ((await ask('/item?limit=200')) as unknown as { items: { itemNo: string }[] }).items.map(({ itemNo }) => itemNo);
  let found: Arriving | null = null;
  for (const itemNo of numbers) {
    const item = (await ask(`/item/${itemNo}`)) as unknown as Arriving;
    if (item.sizes.some(({ inTransit }) => inTransit.some(({ daysUntil, fromStoreName }) => daysUntil >= 0 && fromStoreName))) {
      found = item;
      break;
    }
  }
  if (!found) throw new Error('nothing is on its way to the demonstration');
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await page.keyboard.press('Alt+p');
  await page.getByRole('dialog').getByRole('textbox').fill(found.name);
  await page.getByRole('dialog').getByRole('list', { name: till.say('sale', 'priceCheck.found') }).getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByRole('article')).toContainText(/in transit, due/);
});

test('the camera reads the barcode of a piece', async ({ page }) => {
  const [piece] = (await pieces()).filter(({ itemClass }) => itemClass === 'EARRING');
  if (!piece) throw new Error('the demonstration has no earrings');
  // Without a camera there is no button for one.
  const bare = new Till(page);
  await bare.open();
  await bare.logIn('seller');
  await expect(bare.button('sale', 'camera.open')).toHaveCount(0);
  await page.close();

  const folder = mkdtempSync(join(tmpdir(), 'vitrine-film-'));
  const film = join(folder, 'barcode.y4m');
  writeFileSync(film, barcodeFilm(piece.barcode));
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...args, ...camera] });
  try {
    const till = new Till(await browser.newPage({ viewport: { width: 1180, height: 820 } }));
    await till.open();
    await till.logIn('seller');
    await till.chooseSalesperson('Camille Aubert');
    await till.button('sale', 'camera.open').click();
    await expect(till.lines().filter({ hasText: piece.itemNo })).toContainText(till.say('sale', 'basket.reserved'));
    await expect(till.page.getByRole('dialog')).toBeHidden();
    expect(till.faults).toEqual([]);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
