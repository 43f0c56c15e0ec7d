import { readFile } from 'node:fs/promises';
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

test('the CSV file holds the rows that the list shows', async ({ page }) => {
  const till = new Till(page);
  await till.open('/pos/order/orderHistory?days=week');
  await page.getByLabel(till.say('session', 'username')).fill('seller');
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill('vitrine-demo');
  await page.keyboard.press('Enter');
  const grid = page.getByRole('grid', { name: till.say('order', 'title') });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  const all = Number(await grid.getAttribute('aria-rowcount'));
  await page.getByRole('button', { name: till.say('order', 'filter.name') }).click();
  await page.getByLabel(till.say('order', 'filter.tender')).selectOption({ index: 1 });
  await page.getByRole('button', { name: till.say('order', 'filter.done') }).click();
  await expect(grid).not.toHaveAttribute('aria-rowcount', String(all));
  // The head is a row, too.
  const shown = Number(await grid.getAttribute('aria-rowcount')) - 1;
  expect(shown).toBeGreaterThan(0);
  const first = (await grid.getByRole('row').nth(1).locator('bdi').nth(2).textContent()) ?? '';
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: till.say('order', 'export') }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  const orders = new Set(lines.slice(1).map((line) => line.split(/[;,]/)[0]));
  expect(orders.size).toBe(shown);
  expect(lines.slice(1).join('\n')).toContain(first);
  expect(till.faults).toEqual([]);
});

test('an order that a statement holds says that it is frozen', async ({ page }) => {
  const till = new Till(page);
  // The days before today are closed.
  await till.open('/pos/order/orderHistory?days=yesterday');
  await page.getByLabel(till.say('session', 'username')).fill('seller');
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill('vitrine-demo');
  await page.keyboard.press('Enter');
  await page.getByRole('grid', { name: till.say('order', 'title') }).getByRole('row').nth(1).click();
  await expect(page.getByText(till.say('order', 'detail.inStatement'))).toBeVisible();
  expect(till.faults).toEqual([]);
});

test('a receipt goes out by mail, and a second print says that it is a copy', async ({ page }) => {
  const till = new Till(page);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await sellForCash(till);
  const dialog = page.getByRole('dialog');
  const email = dialog.getByLabel(till.say('order', 'receipt.email'), { exact: true });
  const address = `client-${Date.now()}@vitrine.example`;
  await email.fill(address);
  await dialog.getByRole('button', { name: till.say('order', 'receipt.send'), exact: true }).click();
  await expect(dialog.getByText(till.say('order', 'receipt.emailSent', { email: address })).first()).toBeVisible();
  const mails = async (): Promise<{ to: string[]; attachments: unknown[] }[]> =>
    (await (await fetch(`${process.env.MAIL_URL}/mail`)).json()) as { to: string[]; attachments: unknown[] }[];
  await expect
    .poll(async () => (await mails()).filter((mail) => JSON.stringify(mail).includes(address)).length)
    .toBe(1);
  const mail = (await mails()).find((one) => JSON.stringify(one).includes(address));
  expect(JSON.stringify(mail)).toContain('.pdf');

  const copy = dialog.getByText(till.pattern('order', 'receipt.copy'));
  await expect(copy).toBeHidden();
  await dialog.getByRole('radio', { name: till.say('order', 'receipt.thisDevice') }).check({ force: true });
  await dialog.getByRole('button', { name: till.say('order', 'receipt.print') }).click();
  await expect(copy).toBeVisible();
  await till.beginNewSale();
  expect(till.faults).toEqual([]);
});

interface Paper {
  isCut: boolean;
  height: number;
}

const papers = async (): Promise<Paper[]> => (await (await fetch(`${process.env.PRINTER_URL}/paper`)).json()) as Paper[];
const turnRoll = (): Promise<Response> => fetch(`${process.env.PRINTER_URL}/roll`, { method: 'POST', redirect: 'manual' });

test('the receipt printer prints; without paper the till says to look at it, and prints a copy afterwards', async ({ page }) => {
  const till = new Till(page);
  await sellForCash(till);
  const dialog = page.getByRole('dialog');
  const before = (await papers()).length;
  const print = dialog.getByRole('button', { name: till.say('order', 'receipt.print') });
  await print.click();
  await expect.poll(async () => (await papers()).length).toBe(before + 1);
  // The paper is out before the till hears of it, and until then another press is none.
  await expect(print).not.toHaveAttribute('aria-busy');
  const [original] = (await papers()).slice(-1);
  expect(original?.isCut).toBe(true);
  expect(original?.height).toBeGreaterThan(600);

  await turnRoll();
  await print.click();
  // A printer that is silent is waited for eight seconds, once the paper is set.
  await expect(dialog.getByRole('alert')).toHaveText(till.say('error', 'order.print_uncertain'));
  expect(await papers()).toHaveLength(before + 1);
  await turnRoll();
  await dialog.getByRole('button', { name: till.say('ui', 'tryAgain') }).click();
  await expect.poll(async () => (await papers()).length).toBe(before + 2);
  await expect(dialog.getByRole('alert')).toBeHidden();
  await till.beginNewSale();
  // A refusal is an answer like any other, but the browser notes its status.
  expect(till.faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

test('what somebody types stays text, on screen and on paper', async ({ page }) => {
  const till = new Till(page);
  let alerted = false;
  page.on('dialog', (dialog) => {
    alerted = true;
    void dialog.dismiss();
  });
  const text = '<img src=x onerror=alert(1)><script>document.title="owned"</script>';
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  await till.scan((await pieceInStock()).barcode);
  await page.getByRole('button', { name: till.say('sale', 'basket.more'), exact: true }).last().click();
  await page.getByRole('menuitem', { name: till.say('sale', 'basket.note') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: till.say('sale', 'basket.noteSave') }).click();
  await expect(page.getByText(text).first()).toBeVisible();
  await till.startPayment();
  await till.takeRestInCash();
  await expect(page.locator('iframe')).toBeVisible();
  await till.beginNewSale();
  await page.goto(`${process.env.VITRINE_URL}/pos/order/orderHistory?lang=en`);
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await expect(page.getByText(text).first()).toBeVisible();
  expect(alerted).toBe(false);
  expect(await page.title()).not.toContain('owned');
  expect(till.faults).toEqual([]);
});
