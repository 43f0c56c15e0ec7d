import { picture, SIZES, still, violations } from './step/look.js';
import { expect, test } from './step/story.js';
import { pieceInStock, Till } from './step/till.js';

const SELLER = 'Camille Aubert';
const ISSUE_MS_MAX = 20_000;
/** Enough for a form of its own. */
const FORM_EUROS = 101;

const operator = (path: string, body: unknown): Promise<Response> =>
  fetch(`${process.env.TAX_FREE_URL}/sim/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A piece that costs enough for a form, sold for cash. */
async function sell(till: Till): Promise<void> {
  await till.scan((await pieceInStock(FORM_EUROS)).barcode);
  await till.startPayment();
  await till.takeRestInCash();
}

async function fillIn(till: Till): Promise<void> {
  const { page } = till;
  const dialog = page.getByRole('dialog', { name: till.say('taxFree', 'title') });
  await dialog.getByRole('radio', { name: till.say('taxFree', 'eu.outside') }).click();
  await dialog.getByLabel(till.say('taxFree', 'field.residenceCountry')).selectOption('CN');
  await dialog.getByRole('button', { name: till.say('taxFree', 'next') }).click();
  // As a passport reader types it: both lines, with their check digits.
  await dialog
    .getByLabel(till.say('taxFree', 'field.passportNo'))
    .fill('P<CHNERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C36UTO7408122F1204159ZE184226B<<<<<10');
  await expect(dialog.getByLabel(till.say('taxFree', 'field.familyName'))).toHaveValue('ERIKSSON');
  await dialog.getByLabel(till.say('taxFree', 'field.residenceAddress')).fill('88 Nanjing Road, Shanghai');
  const leaves = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel(till.say('taxFree', 'field.departsOn')).fill(leaves);
  await dialog.getByRole('button', { name: till.say('taxFree', 'next') }).click();
}

test('a form is issued at the end of a sale, voided, issued again, and validated by customs', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('manager');
  await till.chooseSalesperson(SELLER);
  await sell(till);
  await page.getByRole('button', { name: till.say('taxFree', 'eligible') }).click();
  const dialog = page.getByRole('dialog', { name: till.say('taxFree', 'title') });
  await fillIn(till);
  await dialog.getByRole('button', { name: till.say('taxFree', 'start') }).click();
  // The operator asks for the flight: the form says so where it is typed.
  await expect(dialog.getByText(till.say('error', 'tax_free.flight_empty'))).toBeVisible();
  await dialog.getByLabel(till.say('taxFree', 'field.flightNo')).fill('MU554');
  await dialog.getByRole('button', { name: till.say('taxFree', 'next') }).click();
  await dialog.getByRole('button', { name: till.say('taxFree', 'start') }).click();
  await expect(dialog.getByRole('button', { name: till.say('taxFree', 'print') })).toBeVisible({ timeout: ISSUE_MS_MAX });

  await operator('script', { steps: [{ on: 'void', fault: 'refuse' }] });
  const voidIt = async (): Promise<void> => {
    await dialog.getByRole('button', { name: till.say('taxFree', 'voidTag') }).click();
    const question = page.getByRole('dialog', { name: till.pattern('taxFree', 'void.title') });
    await question.getByLabel(till.say('taxFree', 'void.reason')).fill('The ring comes back');
    await question.getByRole('button', { name: till.say('taxFree', 'voidTag') }).click();
  };
  await voidIt();
  await expect(page.getByText(till.say('error', 'tax_free.void_failed')).first()).toBeVisible();
  await page.getByRole('dialog', { name: till.pattern('taxFree', 'void.title') }).getByRole('button', { name: till.say('ui', 'tryAgain') }).click();
  await expect(dialog.getByText(till.say('taxFree', 'state.VOIDED'), { exact: true }).first()).toBeVisible();
  await dialog.getByRole('button', { name: till.say('ui', 'close') }).click();

  await page.getByRole('button', { name: till.say('taxFree', 'eligible') }).click();
  await fillIn(till);
  await page.getByRole('button', { name: till.say('ui', 'back') }).click();
  await dialog.getByLabel(till.say('taxFree', 'field.flightNo')).fill('MU554');
  await dialog.getByRole('button', { name: till.say('taxFree', 'next') }).click();
  await dialog.getByRole('button', { name: till.say('taxFree', 'start') }).click();
  await expect(dialog.getByRole('button', { name: till.say('taxFree', 'print') })).toBeVisible({ timeout: ISSUE_MS_MAX });
  const number = (await dialog.locator('bdi.t-lead').textContent())?.trim() ?? '';

  await operator('validate', { formNumber: number });
  await till.open(`/pos/other/taxFree?search=${number}`);
  const row = page.getByRole('button', { name: number });
  await expect(row.getByText(till.say('taxFree', 'state.VALIDATED'))).toBeVisible({ timeout: ISSUE_MS_MAX });
  await row.click();
  await expect(page.getByRole('button', { name: till.say('taxFree', 'voidTag') })).toBeHidden();
  expect(till.faults.filter((fault) => !fault.includes('409') && !fault.includes('422'))).toEqual([]);
});


async function look(till: Till, name: string): Promise<void> {
  const { page } = till;
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await still(page);
    await picture(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a traveller is taken down at the basket, and the form is started with these data and mailed', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('manager');
  await till.chooseSalesperson(SELLER);
  await till.scan((await pieceInStock(FORM_EUROS)).barcode);
  const action = page.getByRole('button', { name: till.say('taxFree', 'title') });
  await expect(action).toHaveAccessibleName(new RegExp(till.say('taxFree', 'eligible')));
  await still(page);
  await picture(page, 'tax-free-basket');
  await action.click();
  const dialog = page.getByRole('dialog', { name: till.say('taxFree', 'title') });
  await expect(dialog.getByText(till.say('taxFree', 'refund'), { exact: true })).toBeVisible();
  await look(till, 'tax-free-prepare');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('radio', { name: till.say('taxFree', 'eu.outside') }).click();
  await dialog.getByLabel(till.say('taxFree', 'field.residenceCountry')).selectOption('CN');
  await dialog.getByRole('button', { name: till.say('taxFree', 'next') }).click();
  await dialog
    .getByLabel(till.say('taxFree', 'field.passportNo'))
    .fill('P<CHNERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C36UTO7408122F1204159ZE184226B<<<<<10');
  await dialog.getByLabel(till.say('taxFree', 'field.residenceAddress')).fill('88 Nanjing Road, Shanghai');
  const leaves = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel(till.say('taxFree', 'field.departsOn')).fill(leaves);
  // What is wrong is said before the payment, where it is typed.
  await dialog.getByRole('button', { name: till.say('taxFree', 'prepare.keep') }).click();
  await expect(dialog.getByText(till.say('error', 'tax_free.flight_empty'))).toBeVisible();
  await dialog.getByLabel(till.say('taxFree', 'field.flightNo')).fill('MU554');
  await dialog.getByRole('button', { name: till.say('taxFree', 'prepare.keep') }).click();
  await expect(dialog).toBeHidden();
  await expect(action).toHaveAccessibleName(new RegExp(till.say('taxFree', 'prepare.tag')));
  await till.startPayment();
  await till.takeRestInCash();

  const entry = page.getByRole('button', { name: till.say('taxFree', 'prepare.tag') });
  await expect(entry).toContainText('ERIKSSON');
  await look(till, 'tax-free-completed');
  await entry.click();
  await dialog.getByRole('button', { name: till.say('taxFree', 'start') }).click();
  await expect(dialog.getByRole('button', { name: till.say('taxFree', 'print') })).toBeVisible({ timeout: ISSUE_MS_MAX });
  await dialog.getByLabel(till.say('order', 'receipt.email'), { exact: true }).fill('anna@mail.example');
  await dialog.getByRole('button', { name: till.say('order', 'receipt.send') }).click();
  await expect(dialog.getByText(till.pattern('taxFree', 'mail.sent')).first()).toBeVisible();
  await look(till, 'tax-free-form');
  expect(await violations(page)).toEqual([]);
  expect(till.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
});
