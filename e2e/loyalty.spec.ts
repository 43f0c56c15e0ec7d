import { picture, SIZES, still, usual, violations } from './step/look.js';
import { memberWith } from './step/loyalty.js';
import { expect, test } from './step/story.js';
import { change, pieceInStock, Till } from './step/till.js';
import { words, type Language } from './step/words.js';

const BUYER = 'manager';
/** What is used without a code, in euros. */
const PART = 2;

/** The code that was mailed last. */
async function mailed(): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const mails = (await (await fetch(`${process.env.MAIL_URL}/mail`)).json()) as { subject: string }[];
    // Receipts and the codes of those who log in lie in the same mailbox.
    const codes = mails.flatMap(({ subject }) => (subject.includes('Vitrine') ? [] : (/(?<!\d)\d{6}(?!\d)/.exec(subject) ?? [])));
    const code = codes.at(-1);
    if (code) return code;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error('no code was mailed');
}

test('credit is shown in the sale, pays a part, needs a code above the limit, and stands in the ledger', async ({ page }) => {
  const account = await memberWith(2 * PART * 100, BUYER);
  // The demonstration may have let the same customer spend before.
  const { ledger: past } = (await change(BUYER, 'GET', `/loyalty/${account.customerId}/EUR`)) as unknown as { ledger: { entryType: string }[] };
  const spentBefore = past.filter(({ entryType }) => entryType === 'REDEEM').length;
  const till = new Till(page);
  const say = (key: string): string => till.say('loyalty', key);
  await till.open();
  await till.logIn(BUYER);
  await till.chooseSalesperson('Youssef Haddad');
  const piece = await pieceInStock(50);
  await till.scan(piece.barcode);
  await expect(till.lines()).toHaveCount(1);
  await change(BUYER, 'PUT', '/basket/customer', { customerId: account.customerId });
  await till.open();
  // What the customer has, and what the basket will earn.
  const head = page.getByRole('button', { name: account.name });
  await expect(head).toContainText(say('short'));
  await expect(head).toContainText(/\+\d+/);
  await still(page);
  await picture(page, 'loyalty-sale');
  await head.click();
  await expect(page.getByRole('dialog').getByText(say('title'))).toBeVisible();
  await page.keyboard.press('Escape');

  await till.startPayment();
  const payment = page.getByRole('dialog');
  const tile = payment.getByRole('button', { name: till.pattern('payment', 'loyalty.hint') });
  await tile.click();
  await expect(payment.getByText(till.pattern('payment', 'loyalty.balance'))).toBeVisible();
  await page.keyboard.type(String(PART), { delay: 80 });
  await still(page);
  await picture(page, 'loyalty-pay');
  expect(await violations(page)).toEqual([]);
  await payment.getByRole('button', { name: till.pattern('payment', 'loyalty.use') }).last().click();
  await expect(till.button('payment', 'remove')).toBeVisible();

  // Head office asks for a code for everything: what is used now needs one.
  const terms = (await change('admin', 'GET', '/setting/loyalty-store/PAR01')) as unknown as { version: number; value: object };
  await change('admin', 'PUT', '/setting/loyalty-store/PAR01', { version: terms.version, value: { ...terms.value, codeAbove: 0 } });
  await tile.click();
  await page.keyboard.type(String(PART), { delay: 80 });
  await payment.getByRole('button', { name: till.pattern('payment', 'loyalty.getCode') }).click();
  const code = await mailed();
  await payment.getByLabel(till.say('payment', 'loyalty.code')).pressSequentially(code);
  await expect(payment.getByText(till.say('payment', 'loyalty.open'))).toBeVisible();
  await payment.getByRole('button', { name: till.pattern('payment', 'loyalty.use') }).last().click();
  await expect(till.button('payment', 'remove')).toHaveCount(2);
  await till.takeRestInCash();
  await till.beginNewSale();

  await page.getByRole('link', { name: till.say('shell', 'section.other') }).click();
  await page.getByRole('link', { name: till.say('other', 'tile.loyalty.name') }).click();
  await page.getByLabel(say('search')).fill(account.name);
  await page.getByRole('button', { name: account.name }).first().click();
  const ledger = page.getByRole('complementary', { name: say('one') });
  await expect(ledger.getByText(say('entry.REDEEM'), { exact: true })).toHaveCount(spentBefore + 2);
  await expect(ledger.getByText(say('entry.EARN'), { exact: true }).first()).toBeVisible();
  await still(page);
  await picture(page, 'loyalty-office');
  expect(await violations(page)).toEqual([]);
  const before = (await change('admin', 'GET', '/setting/loyalty-store/PAR01')) as unknown as { version: number };
  await change('admin', 'PUT', '/setting/loyalty-store/PAR01', { version: before.version, value: terms.value });
  expect(till.faults).toEqual([]);
});


for (const language of ['en', 'zh-Hans', 'ar'] as const satisfies readonly Language[]) {
  test(`credits can be read in ${language}${usual(language === 'ar')}`, async ({ page }) => {
    const till = new Till(page, language);
    const say = words(language);
    await till.open();
    await till.logIn(BUYER);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await till.open('/pos/other/loyalty');
      const row = page.getByRole('region', { name: say('loyalty', 'title') }).getByRole('listitem').first();
      await row.getByRole('button').click();
      await expect(page.getByRole('heading', { name: say('loyalty', 'ledger') })).toBeVisible();
      await still(page);
      await picture(page, `loyalty-${language}-${width}`);
      expect(await violations(page)).toEqual([]);
    }
  });
}
