import type { Page } from '@playwright/test';
import { picture, SIZES, still, unreadable, usual, violations } from './step/look.js';
import { expect, test } from './step/story.js';
import { change, Till } from './step/till.js';
import type { Language } from './step/words.js';

/** Leads the shop in Shanghai, at its first till. */
const WHO = 'chen.yj';
const PRICE = 12_000_000;
const IDENTITY = 'Passport E12345678';

interface Piece {
  itemNo: string;
  available: number;
  sizes: { sizeCode: string }[];
  price: { minor: number } | null;
}

/** A piece for 120,000.00 in the basket, its customer named. */
async function fill(): Promise<void> {
  await change(WHO, 'POST', '/payment/back', {}).catch(() => undefined);
  await change(WHO, 'DELETE', '/basket');
  await change(WHO, 'PUT', '/basket/salesperson', { staffId: WHO });
  const { items } = (await change(WHO, 'GET', '/item?limit=100')) as unknown as { items: Piece[] };
  // No gold, whose price comes from the scale.
  const piece = items.find(({ itemNo, sizes, available, price }) => itemNo.startsWith('ER') && sizes.length === 1 && available > 5 && price);
  if (!piece) throw new Error('the demonstration has no such piece');
  const basket = (await change(WHO, 'POST', '/basket/line', {
    itemNo: piece.itemNo,
    sizeCode: piece.sizes[0]?.sizeCode ?? '',
    quantity: 1,
  })) as unknown as { lines: { lineId: string }[] };
  await change(WHO, 'PUT', `/basket/line/${basket.lines[0]?.lineId ?? ''}/price`, { price: PRICE, reasonCode: 'SERVICE' });
  const { items: customers } = (await change(WHO, 'POST', '/customer/search', { term: 'lin' })) as unknown as {
    items: { customerId: string }[];
  };
  await change(WHO, 'PUT', '/basket/customer', { customerId: customers[0]?.customerId });
}

/** Sells it for cash whose owner is identified. */
async function sell(till: Till): Promise<void> {
  const { page } = till;
  await till.startPayment();
  await till.takeRestInCash();
  const identity = page.getByLabel(till.say('payment', 'slip.identity'));
  await expect(identity).toBeVisible();
  await identity.fill(IDENTITY);
  await identity.press('Enter');
  await till.beginNewSale();
}

async function toReports(till: Till): Promise<void> {
  await till.page.getByRole('link', { name: till.say('shell', 'section.other') }).click();
  await till.page.getByRole('link', { name: till.say('other', 'tile.cashReport.name') }).click();
  await expect(till.page.getByRole('heading', { name: till.say('cashReport', 'title') })).toBeVisible();
}

/** What waits, as the bell says it. */
async function waiting(page: Page, till: Till): Promise<string> {
  await page.getByRole('button', { name: new RegExp(`^${till.say('shell', 'waiting.title')}`) }).click();
  const panel = page.getByRole('dialog', { name: till.say('shell', 'waiting.title') });
  await expect(panel).toBeVisible();
  const text = (await panel.getByRole('list').first().textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  return text;
}

test('cash of 120,000.00 is identified, listed with its last day, filed, and gone from what waits', async ({ page }) => {
  await fill();
  const till = new Till(page);
  await till.open();
  await till.logIn(WHO);
  await sell(till);
  await toReports(till);
  expect(await waiting(page, till)).toContain(till.say('shell', 'waiting.cashReport'));
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('120,000.00');
  await expect(rows.first()).toContainText(till.say('cashReport', 'state.DUE'));
  await expect(rows.first()).toContainText(till.pattern('cashReport', 'by'));
  await page.getByRole('search').getByRole('textbox').fill('nobody of this name');
  await expect(page.getByText(till.say('cashReport', 'noMatch'))).toBeVisible();
  await page.getByRole('button', { name: till.say('cashReport', 'clear') }).click();
  await rows.first().getByRole('button').click();
  const pane = page.getByRole('complementary', { name: till.say('cashReport', 'one') });
  await expect(pane).toContainText('•••• 5678');
  await expect(pane).not.toContainText('E12345678');
  expect(await violations(page)).toEqual([]);

  await pane.getByRole('button', { name: till.say('cashReport', 'file.name') }).click();
  const dialog = page.getByRole('dialog', { name: till.say('cashReport', 'file.title') });
  const next = dialog.getByRole('button', { name: till.say('cashReport', 'file.next') });
  await next.click();
  await expect(dialog.getByText(till.say('cashReport', 'file.referenceMissing'))).toBeVisible();
  await dialog.getByLabel(till.say('cashReport', 'field.reference')).fill('PBC-2026-004711');
  await next.click();
  // It cannot be taken back: asked once more, with the focus where nothing happens.
  const question = page.getByRole('dialog', { name: till.pattern('cashReport', 'file.ask') });
  await expect(question.getByRole('button', { name: till.say('ui', 'back') })).toBeFocused();
  await question.getByRole('button', { name: till.say('cashReport', 'file.go') }).click();
  await expect(question).toBeHidden();
  await expect(pane).toContainText('PBC-2026-004711');
  await expect(pane.getByRole('button', { name: till.say('cashReport', 'file.name') })).toHaveCount(0);
  await expect(rows.first()).toContainText(till.say('cashReport', 'state.REPORTED'));
  expect(await waiting(page, till)).not.toContain(till.say('shell', 'waiting.cashReport'));
  // Cash without a document of identity was refused on the way.
  expect(till.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
});

test('where cash is not reported there is no such page to be found', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('C.FAURE');
  await page.getByRole('link', { name: till.say('shell', 'section.other') }).click();
  await expect(page.getByRole('link', { name: till.say('other', 'tile.taxFree.name') })).toBeVisible();
  await expect(page.getByRole('link', { name: till.say('other', 'tile.cashReport.name') })).toHaveCount(0);
});

for (const language of ['en', 'zh-Hans', 'ar'] as const satisfies readonly Language[]) {
  test(`reports of cash can be read in ${language}${usual(language === 'ar')}`, async ({ page }) => {
    await fill();
    await change(WHO, 'POST', '/payment/start', {});
    await change(WHO, 'POST', '/payment/tender', { tenderCode: 'CASH', amount: { minor: PRICE, currency: 'CNY' }, identity: IDENTITY });
    const till = new Till(page, language);
    await till.open();
    await till.logIn(WHO);
    await till.open('/pos/other');
    await expect(page.getByRole('link', { name: till.say('other', 'tile.cashReport.name') })).toBeVisible();
    await picture(page, `cash-report-other-${language}`);
    const look = async (name: string, open?: () => Promise<void>): Promise<void> => {
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await open?.();
        await still(page);
        await picture(page, `cash-report-${name}-${language}-${width}`);
        expect(await unreadable(page, language)).toEqual([]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    await till.open('/pos/other/cashReport');
    const row = page.getByRole('main').getByRole('listitem').first();
    await expect(row).toContainText(till.say('cashReport', 'state.DUE'));
    await look('list');
    await row.getByRole('button').click();
    await look('pane');
    const dialog = page.getByRole('dialog', { name: till.say('cashReport', 'file.title') });
    await look('file', async () => {
      await till.open('/pos/other/cashReport');
      await row.getByRole('button').click();
      await page.getByRole('button', { name: till.say('cashReport', 'file.name') }).click();
      await expect(dialog).toBeVisible();
    });
  });
}
