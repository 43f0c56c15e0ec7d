import { picture, SIZES, still, violations } from './step/look.js';
import { expect, test } from './step/story.js';
import { ask, change, Till } from './step/till.js';

const GIVER = 'manager';

interface Gift {
  crmGiftId: string;
  name: string;
  state: string;
  available: number;
  refusal: object | null;
}

interface Found {
  items: { customerId: string; name: string }[];
  nextAfter: string | null;
}

/** A customer with a gift that waits, of which the shop has some. */
async function recipient(): Promise<{ customerId: string; name: string; gift: Gift }> {
  for (const letter of ['ann', 'mar', 'cha', 'lau', 'mic', 'jul', 'lin', 'wan']) {
    const found = (await change(GIVER, 'POST', '/customer/search', { term: letter, after: null })) as unknown as Found;
    for (const { customerId, name } of found.items) {
      const gifts = (await ask(`/customer/${customerId}/gift`)) as unknown as Gift[];
      const gift = gifts.find(({ state, refusal, available }) => state === 'GRANTED' && refusal === null && available > 0);
      if (gift) return { customerId, name, gift };
    }
  }
  throw new Error('the demonstration has no customer with a gift');
}

test('a gift of the customer is issued with its own receipt, and handed over', async ({ page }) => {
  const { customerId, name, gift } = await recipient();
  const till = new Till(page);
  await till.open();
  await till.logIn(GIVER);
  await till.chooseSalesperson('Youssef Haddad');
  await change(GIVER, 'PUT', '/basket/customer', { customerId });
  await page.reload();
  await expect(page.getByRole('list', { name: till.say('sale', 'catalogue.name') })).toBeVisible();
  await expect(page.getByRole('button', { name })).toBeVisible();
  await page.keyboard.press('F4');
  const gifts = page.getByRole('region', { name: till.say('customer', 'gift.title') });
  const row = gifts.getByRole('listitem').filter({ hasText: gift.name }).first();
  await row.getByRole('button', { name: till.say('customer', 'gift.issue') }).click();
  const question = page.getByRole('dialog', { name: till.pattern('customer', 'gift.issueAsk') });
  await expect(question).toContainText(till.say('customer', 'gift.issueText'));
  await question.getByRole('button', { name: till.say('customer', 'gift.issue') }).click();

  // The paper comes by itself, without an amount on it.
  const paper = page.getByRole('dialog', { name: till.pattern('customer', 'gift.paper') });
  await expect(paper.getByRole('button', { name: till.say('order', 'receipt.print') })).toBeVisible();
  // What it was opened from stays.
  await page.keyboard.press('Escape');
  await expect(paper).toBeHidden();
  await expect(row).toContainText(till.pattern('customer', 'gift.issued'));
  await row.getByRole('button', { name: till.say('customer', 'gift.handOver') }).click();
  await expect(row).toContainText(till.pattern('customer', 'gift.used'));
  await expect(row.getByRole('button')).toHaveCount(0);

  const orders = (await change(GIVER, 'GET', '/order?limit=1')) as unknown as {
    items: { orderType: string; total: { minor: number }; customerName: string }[];
  };
  expect(orders.items[0]).toMatchObject({ orderType: 'CRM_GIFT', total: { minor: 0 }, customerName: name });
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: till.say('shell', 'section.order') }).click();
  await page.getByRole('row').nth(1).click();
  await expect(page.getByText(till.say('order', 'detail.crmGift'))).toBeVisible();
  expect(till.faults).toEqual([]);
  await change(GIVER, 'DELETE', '/basket');
});

test('a gift is granted in the panel of the customer, once for each tier', async ({ page }) => {
  const found = (await change(GIVER, 'POST', '/customer/search', { term: 'mar', after: null })) as unknown as Found;
  const { customerId = '', name = '' } = found.items.at(-1) ?? {};
  const till = new Till(page);
  await till.open();
  await till.logIn(GIVER);
  await till.chooseSalesperson('Youssef Haddad');
  await change(GIVER, 'PUT', '/basket/customer', { customerId });
  await page.reload();
  await expect(page.getByRole('button', { name })).toBeVisible();
  await page.keyboard.press('F4');
  const gifts = page.getByRole('region', { name: till.say('customer', 'gift.title') });
  const dialog = page.getByRole('dialog', { name: till.say('customer', 'gift.grant.title') });
  const tier = `T${Math.floor(Math.random() * 1_000_000)}`;
  const choose = async (): Promise<void> => {
    await gifts.getByRole('button', { name: till.say('customer', 'gift.grant.title') }).click();
    await dialog.getByRole('radio', { name: till.say('customer', 'gift.grant.TIER') }).click();
    await dialog.getByLabel(till.say('customer', 'gift.grant.tier')).fill(tier.toLowerCase());
    await dialog.getByRole('group').getByRole('button').first().click();
  };
  await choose();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await still(page);
    await picture(page, `grant-${width}`);
    expect(await violations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const go = dialog.getByRole('button', { name: till.say('customer', 'gift.grant.go'), exact: true });
  await go.click();
  await expect(dialog).toBeHidden();
  await expect(gifts.getByRole('listitem').filter({ hasText: tier })).toHaveCount(1);
  // The same tier once more is refused in words, and nothing is added.
  await choose();
  await go.click();
  await expect(dialog.getByRole('alert')).toHaveText(till.say('error', 'sale.crm_gift_had'));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(gifts.getByRole('listitem').filter({ hasText: tier })).toHaveCount(1);
  await change(GIVER, 'DELETE', '/basket');
});
