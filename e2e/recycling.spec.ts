import type { Page } from '@playwright/test';
import { picture, SIZES, still, usual, violations } from './step/look.js';
import { expect, test } from './step/story.js';
import { change, pieceInStock, PASSWORD, Till } from './step/till.js';
import { words, type Language } from './step/words.js';

const BUYER = 'manager';


interface Found {
  items: { customerId: string; name: string }[];
}

/** Somebody draws a name into the field. */
async function sign(page: Page, label: string): Promise<void> {
  const pad = page.getByRole('img', { name: label });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('there is no field to sign in');
  const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];
  await page.mouse.move(...at(0.2, 0.6));
  await page.mouse.down();
  for (const [x, y] of [[0.3, 0.3], [0.4, 0.7], [0.5, 0.4], [0.6, 0.6]] as const) await page.mouse.move(...at(x, y));
  await page.mouse.up();
}

test('old gold is weighed, signed for, credited, printed and spent', async ({ page, context }) => {
  const till = new Till(page);
  const say = (key: string): string => till.say('recycling', key);
  await till.open();
  await till.logIn(BUYER);
  await till.chooseSalesperson('Youssef Haddad');
  await page.getByRole('link', { name: till.say('shell', 'section.other') }).click();
  await page.getByRole('link', { name: till.say('other', 'tile.recycling.name') }).click();
  await expect(page.getByRole('heading', { name: say('title') })).toBeVisible();
  await page.getByRole('button', { name: say('new') }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: say('kind.NO_ORDER') }).click();
  await sheet.getByLabel(say('customer')).fill('mar');
  await sheet.getByRole('button', { name: say('find') }).click();
  const hit = sheet.getByRole('listitem').getByRole('button').first();
  const name = (await hit.locator('bdi').first().textContent()) ?? '';
  await hit.click();
  await sheet.getByRole('button', { name: say('continue') }).click();

  await sheet.getByLabel(say('piece.gross')).fill('5.25');
  await sheet.getByLabel(say('piece.description')).fill('Ring, plain band');
  await expect(sheet.getByText(say('piece.fine'))).toBeVisible();
  await still(page);
  await picture(page, 'recycling-piece');
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: say('continue') }).click();

  const fill = async (key: string, text: string): Promise<void> => sheet.getByLabel(say(`seller.${key}`), { exact: true }).fill(text);
  await fill('givenName', 'Inès');
  await fill('familyName', 'Moreau');
  await fill('birthDate', '2012-04-12');
  await fill('address', '4 rue des Lilas');
  await fill('city', 'Paris');
  await fill('documentNo', `E2E${Math.floor(Math.random() * 1_000_000)}`);
  await fill('documentIssuer', 'Paris');
  await fill('documentDate', '2021-06-03');
  await sign(page, say('seller.signature'));
  const give = sheet.getByRole('button', { name: till.pattern('recycling', 'give') });
  await give.click();
  await expect(sheet.getByRole('alert')).toContainText(till.pattern('error', 'recycling.minor'));
  await fill('birthDate', '1988-04-12');
  await still(page);
  await picture(page, 'recycling-seller');
  expect(await violations(page)).toEqual([]);
  await give.click();
  await expect(sheet.getByText(till.pattern('recycling', 'done'))).toBeVisible();
  const paper = context.waitForEvent('page');
  await sheet.getByRole('button', { name: say('certificate') }).click();
  const sheetOfPaper = await paper;
  await expect(sheetOfPaper.getByRole('heading', { name: say('print.title') })).toBeVisible();
  await expect(sheetOfPaper.getByText('Ring, plain band')).toBeVisible();
  await picture(sheetOfPaper, 'recycling-print');
  expect(await violations(sheetOfPaper)).toEqual([]);
  await sheetOfPaper.close();
  await sheet.getByRole('button', { name: till.say('ui', 'close') }).last().click();
  await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toContainText(say('state.CREDITED'));

  // The credit pays.
  const found = (await change(BUYER, 'POST', '/customer/search', { term: name, after: null })) as unknown as Found;
  const { customerId = '' } = found.items.find((one) => one.name === name) ?? {};
  const piece = await pieceInStock();
  await change(BUYER, 'POST', '/basket/line', { itemNo: piece.itemNo, sizeCode: '', quantity: 1 });
  await change(BUYER, 'PUT', '/basket/customer', { customerId });
  await till.open();
  await till.startPayment();
  await page.getByRole('button', { name: /Recycling credit/ }).click();
  await expect(page.getByText(till.pattern('payment', 'recycling.balance'))).toBeVisible();
  await page.keyboard.type('5', { delay: 80 });
  await still(page);
  await picture(page, 'recycling-pay');
  await page.getByRole('button', { name: till.pattern('payment', 'recycling.use'), exact: false }).last().click();
  await expect(till.button('payment', 'remove')).toBeVisible();
  await till.takeRestInCash();
  await till.beginNewSale();
  expect(till.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
});

test('much gold is photographed and bought only when a colleague approves', async ({ page }) => {
  const till = new Till(page);
  const say = (key: string): string => till.say('recycling', key);
  await till.open();
  await till.logIn('office');
  await till.open('/pos/other/recycling');
  await page.getByRole('button', { name: say('new') }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: say('kind.NO_ORDER') }).click();
  await sheet.getByLabel(say('customer')).fill('mar');
  await sheet.getByRole('button', { name: say('find') }).click();
  await sheet.getByRole('listitem').getByRole('button').first().click();
  await sheet.getByRole('button', { name: say('continue') }).click();
  await sheet.getByLabel(say('piece.gross')).fill('18.5');
  await sheet.getByLabel(say('piece.description')).fill('Bangle, plain');
  await expect(sheet.getByText(say('piece.fine'))).toBeVisible();
  await sheet.getByRole('button', { name: say('continue') }).click();

  await expect(sheet.getByText(till.pattern('recycling', 'approval.needed'))).toBeVisible();
  const picturesOf = sheet.getByRole('region', { name: say('photo.title') });
  await picturesOf.getByLabel(say('photo.choose')).first().setInputFiles({
    name: 'bangle.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 240 } }),
  });
  const photo = { name: till.pattern('recycling', 'photo.name') };
  await expect(picturesOf.getByRole('img', photo)).toHaveCount(1);
  const fill = async (key: string, text: string): Promise<void> => sheet.getByLabel(say(`seller.${key}`), { exact: true }).fill(text);
  await fill('givenName', 'Inès');
  await fill('familyName', 'Moreau');
  await fill('birthDate', '1988-04-12');
  await fill('address', '4 rue des Lilas');
  await fill('city', 'Paris');
  await fill('documentNo', `E2E${Math.floor(Math.random() * 1_000_000)}`);
  await fill('documentIssuer', 'Paris');
  await fill('documentDate', '2021-06-03');
  await sign(page, say('seller.signature'));
  await sheet.getByText(till.pattern('recycling', 'approval.needed')).scrollIntoViewIfNeeded();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await still(page);
    await picture(page, `recycling-photo-${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: till.pattern('recycling', 'give') }).click();

  await expect(sheet.getByText(till.say('sale', 'approval.title'))).toBeVisible();
  await still(page);
  await picture(page, 'recycling-approval');
  expect(await violations(page)).toEqual([]);
  await sheet.getByLabel(till.say('session', 'username')).fill(BUYER);
  await sheet.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await sheet.getByRole('button', { name: till.say('sale', 'approval.sign') }).click();
  await expect(sheet.getByText(till.pattern('recycling', 'done'))).toBeVisible();
  await sheet.getByRole('button', { name: till.say('ui', 'close') }).last().click();
  await page.getByRole('listitem').filter({ hasText: say('state.CREDITED') }).first().getByRole('button').click();
  const pane = page.getByRole('dialog');
  await expect(pane.getByText('Youssef Haddad')).toBeVisible();
  await expect(pane.getByRole('img', photo)).toHaveCount(1);
  await still(page);
  await picture(page, 'recycling-document');
  expect(await violations(page)).toEqual([]);
  expect(till.faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

for (const language of ['en', 'zh-Hans', 'ar'] as const satisfies readonly Language[]) {
  test(`documents and lots can be read in ${language}${usual(language === 'ar')}`, async ({ page }) => {
    const till = new Till(page, language);
    const say = words(language);
    await till.open();
    await till.logIn(BUYER);
    await till.open('/pos/other/recycling');
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.getByRole('radio', { name: say('recycling', 'documents') }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'RC-PAR01-000060' })).toBeVisible();
      await still(page);
      await picture(page, `recycling-${language}-${width}`);
      await page.getByRole('radio', { name: say('recycling', 'lots') }).click();
      await expect(page.getByRole('button', { name: say('recycling', 'lot.ship') })).toBeVisible();
      await still(page);
      await picture(page, `recycling-lots-${language}-${width}`);
      expect(await violations(page)).toEqual([]);
    }
    expect(till.faults).toEqual([]);
  });
}
