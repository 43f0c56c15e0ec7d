import { expect, test } from './step/story.js';
import { pieceInStock, Till } from './step/till.js';

const SELLER = 'Camille Aubert';

async function sellForCash(till: Till): Promise<void> {
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  await till.scan((await pieceInStock()).barcode);
  await till.startPayment();
  await till.takeRestInCash();
}

test('from the end of the sale: a gift receipt, an invoice that stays, its copy, and all of it in the history', async ({ page }) => {
  const till = new Till(page);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await sellForCash(till);
  const dialog = page.getByRole('dialog');
  const say = (key: string, values?: Record<string, string | number>): string => till.say('order', key, values);
  await dialog.getByRole('radio', { name: say('receipt.kind.gift') }).click();
  await expect(dialog.getByText(say('receipt.giftHelp'))).toBeVisible();
  await dialog.getByRole('radio', { name: say('receipt.thisDevice') }).click();
  await dialog.getByRole('button', { name: say('receipt.printGift') }).click();

  await dialog.getByRole('radio', { name: say('receipt.kind.invoice') }).click();
  await expect(dialog.getByText(say('invoice.none'))).toBeVisible();
  await dialog.getByRole('button', { name: say('invoice.issue') }).click();
  await expect(dialog.getByText(say('invoice.missing')).first()).toBeVisible();
  await dialog.getByLabel(say('invoice.name')).fill('Atelier <b>Marchetti</b>');
  await dialog.getByLabel(say('invoice.address')).fill('8 quai de Saône');
  await dialog.getByLabel(say('invoice.city')).fill('Lyon');
  await dialog.getByRole('button', { name: say('invoice.issue') }).click();
  const issued = dialog.getByText(/F-PAR01-\d{6}/);
  await expect(issued).toBeVisible();
  await expect(issued).toContainText('Atelier <b>Marchetti</b>');
  const invoiceNo = /F-PAR01-\d{6}/.exec((await issued.textContent()) ?? '')?.[0] ?? '';
  await expect(dialog.locator('iframe')).toBeVisible();
  const copy = dialog.getByText(till.pattern('order', 'receipt.copy'));
  await expect(copy).toBeHidden();
  await dialog.getByRole('button', { name: say('receipt.printInvoice') }).click();
  await expect(copy).toBeVisible();
  await till.beginNewSale();

  await page.goto(`${process.env.VITRINE_URL}/pos/order/orderHistory?lang=en`);
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await expect(page.getByText(invoiceNo)).toBeVisible();
  const trail = page.getByRole('region', { name: say('sending.title') });
  await expect(trail.getByRole('listitem')).toHaveCount(2);
  await expect(trail).toContainText(say('sending.INVOICE'));
  await expect(trail).toContainText(say('sending.GIFT'));
  expect(till.faults).toEqual([]);
});

test('whoever holds a receipt checks it on a telephone; a made-up address and an error are two things', async ({ page }) => {
  const till = new Till(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await till.open('/pos/receipt/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByRole('heading', { name: till.say('order', 'check.unknown') })).toBeVisible();
  expect(till.faults.filter((fault) => !fault.includes('404'))).toEqual([]);

  await page.route('**/api/v1/receipt/*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.reload();
  await expect(page.getByRole('heading', { name: till.say('order', 'check.failed') })).toBeVisible();
  await page.unroute('**/api/v1/receipt/*');
  await page.getByRole('button', { name: till.say('ui', 'tryAgain') }).click();
  await expect(page.getByRole('heading', { name: till.say('order', 'check.unknown') })).toBeVisible();
});

test('a paper that cannot be laid out is a printing error; the sale and the settings stay', async ({ page }) => {
  const till = new Till(page);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await sellForCash(till);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: till.say('order', 'receipt.thisDevice') }).click();
  // The paper is lost on its way here; what the server does when it cannot lay it out is tested there.
  await page.route('**/receipt?*', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({
        success: false,
        code: 500,
        message: 'PDF printing error',
        data: null,
        error: { key: 'order.pdf_error', params: {}, field: null },
      }),
    }),
  );
  await dialog.getByRole('button', { name: till.say('order', 'receipt.print') }).click();
  await expect(dialog.getByRole('alert')).toContainText(till.say('order', 'receipt.printFailed'));
  await page.unroute('**/receipt?*');
  await dialog.getByRole('button', { name: till.say('ui', 'tryAgain') }).click();
  await expect(dialog.getByRole('alert')).toBeHidden();
  await till.beginNewSale();
});
