import { SIZES, unreadable, usual, violations } from './step/look.js';
import { form, free, open } from './step/office.js';
import { expect, test } from './step/story.js';
import { change } from './step/till.js';

test('a package is written, put right at its faults, tried and switched on', async ({ page }) => {
  const till = await open(page, 'package');
  const id = free('STORY-');
  await till.button('package', 'add').first().click();
  await form(page).getByLabel(till.say('package', 'field.discountId')).fill(id);
  await form(page).getByLabel(till.say('package', 'field.description')).fill('Two of a story');
  await till.button('package', 'save').click();
  await expect(page.getByText(till.say('package', 'faulty_other', { count: 2 })).first()).toBeVisible();
  await till.button('package', 'enable').click();
  // It stays a draft, and each fault stands where it belongs.
  await expect(page.getByText('No item belongs to this group')).toBeInViewport();
  await expect(page.getByText('Add at least one item')).toBeVisible();
  const add = form(page).getByLabel(till.say('package', 'item.search'), { exact: true });
  await add.fill('sirene');
  await form(page).getByRole('button', { name: /^Add all/ }).click();
  await till.button('package', 'save').click();
  await expect(form(page).getByText(till.pattern('package', 'faulty_other'))).toBeHidden();

  const panel = page.getByRole('region', { name: till.say('package', 'try.title') });
  await panel.getByRole('searchbox').fill('sirene');
  const found = panel.getByRole('button', { name: /^Add / });
  await found.nth(0).click();
  await expect(panel.getByText(till.say('package', 'try.net'))).toBeVisible();
  await expect(panel.getByText(till.say('package', 'try.hint', { name: 'Two of a story', group: 'A' }))).toBeVisible();
  await found.nth(1).click();
  await expect(panel.getByRole('heading', { name: /Two of a story/ })).toBeVisible();

  await till.button('package', 'enable').click();
  await expect(page.getByText(till.say('package', 'moved.ENABLED'))).toBeVisible();
  await expect(page.getByText(till.say('package', 'locked'))).toBeVisible();
  await expect(form(page).getByLabel(till.say('package', 'field.description'))).toBeDisabled();
  await till.button('package', 'disable').click();
  await expect(form(page).getByLabel(till.say('package', 'field.description'))).toBeEnabled();
  expect(till.faults).toEqual([]);
});

test('what is typed is not lost unasked, and who was slower is told', async ({ page }) => {
  const till = await open(page, 'package');
  const row = page.getByRole('option', { name: /SIRENE-DUO10/ });
  await row.click();
  const description = form(page).getByLabel(till.say('package', 'field.description'));
  await description.fill('Sirène: a pair');
  await page.getByRole('option', { name: /OPALE-450/ }).click();
  await till.button('setting', 'form.stay').click();
  await expect(description).toHaveValue('Sirène: a pair');

  const seen = (await change('admin', 'GET', '/setting/package/SIRENE-DUO10')) as { version: number; package: object };
  const theirs = { version: seen.version, package: { ...seen.package, priority: 77 } };
  await change('admin', 'PUT', '/setting/package/SIRENE-DUO10', theirs);
  await till.button('package', 'save').click();
  await expect(page.getByText(till.pattern('error', 'promotion.changed_meanwhile'))).toBeVisible();
  await expect(form(page).getByLabel(till.say('package', 'field.priority'))).toHaveValue('77');
  await expect(description).toHaveValue('Sirène: a pair');
  await till.button('package', 'save').click();
  await expect(page.getByText(till.say('package', 'saved'), { exact: true })).toBeVisible();
  const kept = (await change('admin', 'GET', '/setting/package/SIRENE-DUO10')) as { package: { priority: number; description: string } };
  expect([kept.package.priority, kept.package.description]).toEqual([77, 'Sirène: a pair']);
});

test('a draft is deleted after asking', async ({ page }) => {
  const till = await open(page, 'package');
  const id = free('GONE-');
  await till.button('package', 'add').first().click();
  await form(page).getByLabel(till.say('package', 'field.discountId')).fill(id);
  await till.button('package', 'save').click();
  await till.button('package', 'delete').click();
  await page.locator('[aria-modal=true]').getByRole('button', { name: till.say('package', 'delete') }).click();
  await expect(page.getByText(till.say('package', 'moved.deleted'))).toBeVisible();
  await page.getByRole('search').first().getByRole('textbox').fill(id);
  await expect(page.getByRole('heading', { name: till.say('setting', 'list.noMatch') })).toBeVisible();
});

test('a campaign takes a gift that shops do not sell', async ({ page }) => {
  const till = await open(page, 'campaign');
  const id = free('GIFT-');
  await till.button('package', 'campaign.add').first().click();
  await form(page).getByLabel(till.say('package', 'field.campaignId')).fill(id);
  await form(page).getByLabel(till.say('package', 'field.name')).fill('A story of gifts');
  await form(page).getByLabel(till.say('package', 'field.qualifyingAmount')).fill('150');
  await form(page).getByLabel(till.say('package', 'campaign.addGift')).fill('velvet pouch');
  await page.getByRole('button', { name: /^Add Velvet/ }).first().click();
  await page.getByRole('checkbox', { name: /Rue de Sèvres/ }).check();
  await till.button('package', 'campaign.save').click();
  await till.button('package', 'enable').click();
  await expect(page.getByText(till.say('package', 'campaign.on'))).toBeVisible();
  await till.button('package', 'disable').click();
  await expect(page.getByText(till.say('package', 'campaign.off'))).toBeVisible();
});

for (const [width, height] of SIZES) {
  test(`packages and campaigns can be read by everybody at ${width}x${height}${usual(width === 390)}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const till = await open(page, 'package');
    for (const address of ['package?id=OPALE-NOEL', 'package?id=OPALE-TOKYO', 'campaign?id=GIFT200']) {
      await till.open(`/pos/setting/${address}`);
      await expect(form(page)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      expect(await unreadable(page, 'en')).toEqual([]);
    }
  });
}
