import { expect, test } from './step/story.js';
import { available, endSession, PASSWORD, pieceInStock, Till } from './step/till.js';

const SELLER = 'Camille Aubert';

test('a till left for ten minutes opens again with the password, and keeps its basket', async ({ page }) => {
  await page.clock.install();
  const till = new Till(page);
  const piece = await pieceInStock();
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson(SELLER);
  await till.scan(piece.barcode);
  await expect(till.lines()).toHaveCount(1);
  await page.clock.runFor(9 * 60_000 + 41_000);
  await expect(page.getByText(till.pattern('shell', 'lock.warning')).first()).toBeVisible();
  await page.clock.runFor(22_000);
  const lock = page.getByRole('dialog', { name: till.pattern('shell', 'lock.title') });
  await expect(lock).toBeVisible();
  const password = lock.getByLabel(till.say('shell', 'lock.password'), { exact: true });
  await expect(password).toBeFocused();
  // Neither a reload nor Esc opens it.
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(lock).toBeVisible();

  await password.fill('wrong');
  await page.keyboard.press('Enter');
  await expect(lock.getByRole('alert').or(lock.locator('[aria-invalid=true]')).first()).toBeVisible();
  await expect(password).toHaveValue('');
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(lock).toBeHidden();
  await expect(till.lines()).toHaveCount(1);
  // The wrong password is answered with an error, which the browser writes down.
  expect(till.faults.filter((fault) => !fault.includes('/session/unlock'))).toEqual([]);
});

test('nothing behind the lock takes the focus, a key or a scan', async ({ page }) => {
  // On a phone an open order lies over the page, and so would over the lock.
  await page.setViewportSize({ width: 390, height: 844 });
  const till = new Till(page);
  await till.open('/pos/order/orderHistory?days=week');
  await page.getByLabel(till.say('session', 'username')).fill('seller');
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('grid', { name: till.say('order', 'title') }).getByRole('row').nth(1).click();
  await expect(till.button('order', 'action.receipt')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('locked', 'yes'));
  // The page behind is there after the lock.
  await page.route('**/OrderHistoryPage*.js', async (route) => {
    await new Promise((wake) => setTimeout(wake, 1_500));
    await route.continue();
  });
  await page.reload();
  const lock = page.getByRole('dialog', { name: till.pattern('shell', 'lock.title') });
  const password = lock.getByLabel(till.say('shell', 'lock.password'), { exact: true });
  await password.fill(PASSWORD);
  await expect(page.locator('[aria-modal=true]')).toHaveCount(2);
  await expect(password).toBeFocused();
  const before = page.url();
  await lock.getByRole('button', { name: till.say('shell', 'lock.unlock') }).focus();
  await till.scan('12345');
  await expect(page.getByText(till.say('shell', 'lock.nothing')).nth(1)).toBeVisible();
  expect(page.url()).toBe(before);
  await password.press('Enter');
  await expect(lock).toBeHidden();
  await expect(till.button('order', 'action.receipt')).toBeVisible();
  expect(till.faults).toEqual([]);
});

test('a till that is too old must be updated, and says so when it still is', async ({ page }) => {
  // The real server's judgement of a till that says it is older than the oldest it serves.
  await page.route('**/api/v1/**', async (route) => {
    await route.continue({ headers: { ...route.request().headers(), 'x-app-version': '3.10.50' } });
  });
  const till = new Till(page);
  await till.open();
  const dialog = page.getByRole('dialog', { name: till.say('shell', 'update.title') });
  await page.getByLabel(till.say('session', 'username')).fill('seller');
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: till.say('shell', 'update.now') }).click();
  // The session is gone with the old till; the person signs in again, and it is still old.
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(till.pattern('shell', 'update.askIt'))).toBeVisible();
  expect(till.faults).toEqual([]);
});

const ENDS = [
  { name: 'a signature that is not ours', message: 'invalid signature', status: 0 },
  { name: 'a session that was ended elsewhere', message: 'jwt expired', status: 0 },
  { name: 'the code 501 with other words', message: 'session closed', status: 501 },
] as const;

for (const { name, message, status } of ENDS) {
  test(`${name} leads to the login after 3 s, and from there back to the same page`, async ({ page }) => {
    const path = '/pos/order/orderHistory?days=week';
    const till = new Till(page);
    await till.open();
    await till.logIn('seller');
    await page.goto(`${process.env.VITRINE_URL}${path}`);
    await expect(page.getByRole('grid', { name: till.say('order', 'title') })).toBeVisible();
    if (status === 501) {
      const body = { status: 401, code: 501, message, success: false, data: null };
      await page.route('**/api/v1/order?**', (route) => route.fulfill({ status: 401, json: body }), { times: 1 });
      await page.reload();
    } else if (message === 'invalid signature') {
      await page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token')?.slice(0, -6)}AAAAAA`));
      await page.reload();
    } else {
      await endSession(page);
    }
    const notice = page.getByText(message).first();
    await expect(notice).toBeVisible();
    const saidAt = Date.now();
    await expect(page).toHaveURL(/\/pos\/session\/login\?redirect=/);
    expect(Date.now() - saidAt).toBeGreaterThan(2_000);
    expect(Date.now() - saidAt).toBeLessThan(4_500);
    await page.getByLabel(till.say('session', 'username')).fill('seller');
    await page.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/pos\/order\/orderHistory\?days=week/);
  });
}

for (const elsewhere of ['https://vitrine.invalid/pos/sale', '//vitrine.invalid/pos/sale', '/\\vitrine.invalid']) {
  test(`a login does not lead to ${elsewhere}`, async ({ page }) => {
    const till = new Till(page);
    await till.open(`/pos/session/login?redirect=${encodeURIComponent(elsewhere)}&x=1`);
    await till.logIn('seller');
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/pos\/sale/);
    expect(till.faults).toEqual([]);
  });
}

test('two tills after the last pieces: the colleague sees live who has them', async ({ page, browser }) => {
  const piece = await pieceInStock();
  const mine = new Till(page);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const theirs = new Till(await context.newPage());
  await mine.open();
  await mine.logIn('seller');
  await mine.chooseSalesperson(SELLER);
  await theirs.open();
  await theirs.logIn('L.BONNET');
  await theirs.chooseSalesperson('Léa Bonnet');
  const search = theirs.page.getByPlaceholder(theirs.say('sale', 'catalogue.search'));
  await search.fill(piece.itemNo);
  const name = (await askName(theirs)) ?? '';
  await theirs.page.getByRole('button', { name: theirs.say('sale', 'catalogue.details', { name }) }).first().click();
  const sheet = theirs.page.getByRole('dialog');
  await expect(sheet.getByText(theirs.say('sale', 'piece.nobody'))).toBeVisible();

  await mine.scan(piece.barcode);
  await expect(mine.lines()).toHaveCount(1);
  await expect(sheet.getByText(/Camille Aubert/).first()).toBeVisible();
  await expect.poll(() => available(piece.itemNo)).toBe(piece.available - 1);
  expect(mine.faults).toEqual([]);
  expect(theirs.faults).toEqual([]);
  await context.close();
});

test('a manager releases what a colleague holds, and the colleague sees it', async ({ page, browser }) => {
  const piece = await pieceInStock();
  const manager = new Till(page);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const colleague = new Till(await context.newPage());
  await colleague.open();
  await colleague.logIn('L.BONNET');
  await colleague.chooseSalesperson('Léa Bonnet');
  await colleague.scan(piece.barcode);
  await expect(colleague.lines()).toHaveCount(1);
  await manager.open();
  await manager.logIn('manager');
  await manager.page.getByPlaceholder(manager.say('sale', 'catalogue.search')).fill(piece.itemNo);
  const name = (await askName(manager)) ?? '';
  await page.getByRole('button', { name: manager.say('sale', 'catalogue.details', { name }) }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: manager.say('sale', 'piece.release') }).click();
  const question = page.getByRole('dialog', { name: manager.say('sale', 'piece.releaseAsk', { staffName: 'Léa Bonnet' }) });
  await question.getByRole('button', { name: manager.say('sale', 'piece.release') }).click();
  await expect(page.getByRole('dialog').getByText(manager.say('sale', 'piece.nobody'))).toBeVisible();
  await expect.poll(() => available(piece.itemNo)).toBe(piece.available);
  await expect(colleague.button('sale', 'pay.take')).toBeHidden();
  await colleague.lines().getByRole('button').first().click();
  expect(manager.faults).toEqual([]);
  expect(colleague.faults).toEqual([]);
  await context.close();
});

/** The name of the only piece that the catalogue shows. */
async function askName(till: Till): Promise<string | null> {
  const list = till.page.getByRole('list', { name: till.say('sale', 'catalogue.name') });
  const details = list.getByRole('button', { name: till.pattern('sale', 'catalogue.details') });
  await expect(details).toHaveCount(1);
  const label = await details.getAttribute('aria-label');
  const [before = '', after = ''] = till.say('sale', 'catalogue.details').split('{{name}}');
  return label?.slice(before.length, label.length - after.length) ?? null;
}
