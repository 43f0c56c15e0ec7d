import { signIn } from './step/office.js';
import { expect, test } from './step/story.js';
import { available, PASSWORD, pieceInStock, Till } from './step/till.js';

test('whoever is not logged in comes to the login and back to where they wanted', async ({ page }) => {
  const till = new Till(page);
  await till.open('/pos/order/orderHistory');
  await expect(page).toHaveURL(/\/pos\/session\/login\?redirect=/);
  await page.getByLabel(till.say('session', 'username')).fill('seller');
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pos\/order\/orderHistory/);
});

test('a wrong password is answered under its field', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await page.getByLabel(till.say('session', 'username')).fill('manager');
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Incorrect username or password').first()).toBeVisible();
});

test('a code from the mailbox opens the till of somebody with a second factor', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await page.getByLabel(till.say('session', 'username')).fill('otp');
  await page.getByLabel(till.say('session', 'password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await till.button('session', 'verify.getCode').click();
  // Receipts and customers' codes of other stories lie in the same mailbox.
  const codes = async (): Promise<string[]> => {
    const mails = (await (await fetch(`${process.env.MAIL_URL}/mail`)).json()) as { subject: string }[];
    return mails.flatMap(({ subject }) => /^\d{6}(?= is your Vitrine code)/.exec(subject) ?? []);
  };
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0);
  const code = (await codes()).at(-1) ?? '';
  await page.getByLabel(till.say('session', 'verify.code')).fill(code);
  await expect(page.getByRole('list', { name: till.say('sale', 'catalogue.name') })).toBeVisible();
});

test('logging out frees the pieces and keeps the basket for the next login at the till', async ({ page }) => {
  const till = new Till(page);
  const piece = await pieceInStock();
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson('Camille Aubert');
  await till.scan(piece.barcode);
  await expect(till.lines()).not.toHaveCount(0);
  await till.button('shell', 'logout.name').first().click();
  await page.getByRole('dialog').getByRole('button', { name: till.say('shell', 'logout.go') }).click();
  await expect(page).toHaveURL(/\/pos\/session\/login/);
  await expect.poll(() => available(piece.itemNo)).toBe(piece.available);
  await till.logIn('seller');
  const waiting = page.getByRole('list', { name: till.say('sale', 'waiting.title') }).getByRole('listitem').first();
  await expect(waiting).toContainText(till.say('sale', 'waiting.leftBehind'));
  await waiting.getByRole('button').click();
  await expect(till.lines()).not.toHaveCount(0);
  await expect.poll(() => available(piece.itemNo)).toBeLessThan(piece.available);
});

for (const [user, where] of [
  ['seller', /\/pos\/sale$/],
  ['manager', /\/pos\/report$/],
  ['admin', /\/pos\/setting/],
] as const) {
  test(`${user} lands on the page of their work`, async ({ page }) => {
    const till = new Till(page);
    await till.open('/pos/session/login');
    await signIn(till, user);
    await expect(page).toHaveURL(where);
    await expect(page.getByRole('main')).toBeVisible();
    expect(till.faults).toEqual([]);
  });
}
