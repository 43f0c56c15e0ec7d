import type { Browser, Page } from '@playwright/test';
import { basket, plainPiece, scanned, typeDiscount } from './step/deal.js';
import { form, free, open, signIn } from './step/office.js';
import { expect, test } from './step/story.js';
import { change, lockOut, Till } from './step/till.js';

const SELLER = 'Camille Aubert';
const PASSWORD = 'lanterns over quiet water';

interface Entry {
  version: number;
  value: Record<string, unknown>;
}

/** A browser of somebody else, at another machine. */
async function otherMachine(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
}

/** Gives the group of salespeople back what it had. */
async function setLimits(limits: object): Promise<void> {
  const group = (await change('admin', 'GET', '/setting/permission-group/SALES')) as unknown as Entry;
  await change('admin', 'PUT', '/setting/permission-group/SALES', { version: group.version, value: { ...group.value, ...limits } });
}

test('somebody new logs in, does what the group may, and is shown out when blocked', async ({ page, browser }) => {
  const till = await open(page, 'salesperson');
  const id = free('story.');
  await page.getByRole('button', { name: till.say('setting', 'add') }).first().click();
  const field = (name: string) => form(page).getByLabel(till.say('setting', `field.${name}`), { exact: true });
  await field('firstName').fill('Hugo');
  await field('staffId').fill(id);
  await field('password').fill('short');
  await field('storeNo').selectOption('PAR01');
  await expect(field('companyNo'), 'that of the store').not.toHaveValue('');
  await field('permissionGroupCode').selectOption('SALES');
  await page.getByRole('button', { name: till.say('setting', 'staff.save') }).click();
  // What is missing is said where it is missing, and has the focus.
  await expect(form(page).getByText(till.pattern('error', 'session.password_short')).filter({ visible: true }).first()).toBeVisible();
  await expect(field('password')).toBeFocused();
  await field('password').fill(PASSWORD);
  await page.getByRole('button', { name: till.say('setting', 'staff.save') }).click();
  await expect(field('employeeType')).toBeFocused();
  await field('employeeType').selectOption('TEMP');
  await field('endsOn').fill('2099-12-31');
  await page.getByRole('button', { name: till.say('setting', 'staff.save') }).click();
  await expect(page.getByText(till.say('setting', 'form.saved'), { exact: true }).first()).toBeVisible();
  await expect(form(page).getByText(till.say('setting', 'staff.noLogin'))).toBeVisible();

  const theirs = new Till(await otherMachine(browser));
  await theirs.open('/pos/sale');
  await signIn(theirs, id, PASSWORD);
  await expect(theirs.page.getByRole('list', { name: till.say('sale', 'catalogue.name') })).toBeVisible();
  await expect(theirs.page.getByRole('link', { name: till.say('shell', 'section.setting') })).toHaveCount(0);
  // The server says so, too, whatever the page shows.
  const refused = await theirs.page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')?.replaceAll('"', '')}` };
    const answer = await fetch('/api/v1/setting/salesperson', { headers });
    return [answer.status, ((await answer.json()) as { error: { key: string } }).error.key];
  });
  expect(refused).toEqual([403, 'session.forbidden']);
  await theirs.page.getByRole('button', { name: till.say('shell', 'device.menu') }).click();
  await theirs.page.getByRole('menuitem', { name: till.say('shell', 'device.permission') }).click();
  const may = theirs.page.getByRole('dialog');
  await expect(may.getByText(till.say('permission', 'name.sale.create'), { exact: true })).toBeVisible();
  await expect(may.getByText(till.say('permission', 'name.admin.all'), { exact: true })).toHaveCount(0);
  await theirs.page.keyboard.press('Escape');

  await form(page).getByLabel(till.say('setting', 'field.blocked')).click();
  await page.getByRole('button', { name: till.say('setting', 'staff.save') }).click();
  await expect(page.getByRole('option', { name: new RegExp(id) }).getByText(till.say('setting', 'option.BLOCKED'))).toBeVisible();
  await expect(theirs.page.getByLabel(till.say('session', 'username'))).toBeVisible();
  await signIn(theirs, id, PASSWORD);
  await expect(theirs.page.getByText(till.say('error', 'session.no_permissions')).first()).toBeVisible();
  await theirs.page.context().close();
  expect(till.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
});

test('changed limits act on the next discount', async ({ page, browser }) => {
  const seller = new Till(await otherMachine(browser));
  await seller.open();
  await seller.logIn('seller');
  await seller.chooseSalesperson(SELLER);
  await scanned(seller, await plainPiece());
  await typeDiscount(seller, '8', 'LOYAL');
  await expect(seller.page.getByText(seller.say('sale', 'approval.title'))).toBeVisible();
  await seller.page.keyboard.press('Escape');
  await expect(seller.page.locator('[aria-modal=true]')).toHaveCount(0);

  const till = await open(page, 'permissionGroup');
  await page.getByRole('option', { name: /SALES/ }).click();
  try {
    for (const name of ['lineDiscountLimit', 'totalDiscountLimit']) {
      const limit = form(page).getByLabel(till.say('setting', `field.${name}`));
      await limit.fill('9');
    }
    await expect(form(page).getByText(till.say('setting', 'form.unsaved_other', { count: 2 }))).toBeVisible();
    await page.getByRole('button', { name: till.say('setting', 'save', { name: 'SALES' }) }).click();
    await expect(page.getByText(till.say('setting', 'form.saved'), { exact: true }).first()).toBeVisible();
    await typeDiscount(seller, '8', 'LOYAL');
      await expect(seller.page.locator('[aria-modal=true]')).toHaveCount(0);
    await expect.poll(async () => (await basket()).lines[0]?.manualDiscount?.givenBy).toBe('seller');
    expect((await basket()).lines[0]?.manualDiscount?.approvedBy).toBeNull();
  } finally {
    await setLimits({ lineDiscountLimit: 500, totalDiscountLimit: 500 });
  }
  await seller.page.context().close();
});

test('a group keeps only what can be held, and nobody raises the own', async ({ page }) => {
  const till = await open(page, 'permissionGroup');
  await page.getByRole('option', { name: /ADMIN/ }).click();
  const sell = form(page).getByRole('radiogroup', { name: till.say('permission', 'name.sale.create'), exact: true });
  await expect(sell.getByRole('radio')).toHaveCount(2);
  const discount = form(page).getByRole('radiogroup', { name: till.say('permission', 'name.discount.line'), exact: true });
  await expect(discount.getByRole('radio')).toHaveCount(4);
  await sell.getByRole('radio', { name: till.say('permission', 'grant.ALLOWED') }).click();
  await page.getByRole('button', { name: till.say('setting', 'save', { name: 'ADMIN' }) }).click();
  await expect(form(page).getByText(till.say('error', 'session.own_group'))).toBeVisible();
  await sell.getByRole('radio', { name: till.say('permission', 'grant.DENIED') }).click();
  await expect(form(page).getByText(till.pattern('setting', 'form.unsaved_one'))).toBeHidden();
});

test('a locked account is found and unlocked', async ({ page }) => {
  // That of the demonstration is locked only for its first quarter of an hour.
  await lockOut('I.MOREAU');
  const till = await open(page, 'salesperson');
  await page.getByRole('button', { name: till.say('setting', 'list.filter') }).click();
  await page.getByLabel(till.say('setting', 'state')).selectOption('LOCKED');
  const locked = page.getByRole('listbox').getByRole('option');
  await expect(locked.first()).toContainText(till.say('setting', 'option.LOCKED'));
  // Another story may have locked somebody, too.
  const before = await locked.count();
  await locked.first().click();
  await page.getByRole('button', { name: till.say('setting', 'staff.unlock') }).click();
  await expect(page.getByText(till.pattern('setting', 'staff.unlocked')).first()).toBeVisible();
  await expect(locked).toHaveCount(before - 1);
  if (before === 1) await expect(page.getByRole('heading', { name: till.say('setting', 'list.noMatch') })).toBeVisible();
});

test('a reason for lines is not offered for the basket', async ({ page, browser }) => {
  const till = await open(page, 'discountReason');
  const code = free('SCRATCH-');
  await page.getByRole('button', { name: till.say('setting', 'add') }).first().click();
  await form(page).getByLabel(till.say('setting', 'field.key')).fill(code);
  await form(page).getByLabel(till.say('setting', 'field.name'), { exact: true }).fill('A scratch');
  await form(page).getByLabel(till.say('setting', 'field.forBasket')).click();
  await page.getByRole('button', { name: till.say('setting', 'saveNew') }).click();
  await expect(page.getByText(till.say('setting', 'form.saved'), { exact: true }).first()).toBeVisible();
  const seller = new Till(await otherMachine(browser));
  await seller.open();
  await seller.logIn('seller');
  await seller.chooseSalesperson(SELLER);
  await scanned(seller, await plainPiece());
  await typeDiscount(seller, '5', code);
  await expect(seller.page.locator('[aria-modal=true]')).toHaveCount(0);
  await expect.poll(async () => (await basket()).lines[0]?.manualDiscount?.givenBy).toBe('seller');
  await seller.page.getByRole('button', { name: seller.say('sale', 'total.discount') }).last().click();
  const reason = seller.page.getByRole('dialog').getByLabel(seller.say('sale', 'deal.reason'));
  await expect(reason.getByRole('option', { name: 'Loyal customer' })).toHaveCount(1);
  await expect(reason.getByRole('option', { name: 'A scratch' })).toHaveCount(0);
  await seller.page.context().close();
});
