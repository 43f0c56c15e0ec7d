import type { Page } from '@playwright/test';
import { picture, SIZES, still, unreadable, usual, violations } from './step/look.js';
import { expect, test } from './step/story.js';
import { ask, change, Till } from './step/till.js';

/** A French mobile number that nobody has. */
function freeNumber(): string {
  const digits = String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0');
  return `061${digits}`;
}

/** Types into the search, which has the focus when it opens. */
async function search(till: Till, text: string): Promise<void> {
  await expect(till.page.getByLabel(till.say('customer', 'search.field'))).toBeFocused();
  await till.page.keyboard.type(text, { delay: 60 });
}

const dialog = (page: Page) => page.locator('[aria-modal=true]').last();

/** A till with its basket on screen. */
async function open(page: Page): Promise<Till> {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson('Camille Aubert');
  return till;
}

/** Somebody whom the boutique knows, on the basket. */
async function known(till: Till, profile: object): Promise<{ customerId: string; profile: { [key: string]: unknown }; version: number }> {
  const made = (await change('seller', 'POST', '/customer', { profile })) as Awaited<ReturnType<typeof known>>;
  await change('seller', 'PUT', '/basket/customer', { customerId: made.customerId });
  await till.page.reload();
  await expect(till.page.getByText(till.say('sale', 'customer.show'))).toBeVisible();
  return made;
}

async function openForm(till: Till): Promise<void> {
  await till.page.keyboard.press('F4');
  await till.button('customer', 'panel.edit').click();
  await expect(till.button('customer', 'form.save')).toBeVisible();
}

test('a new customer with a telephone number alone takes two taps', async ({ page }) => {
  const till = await open(page);
  const number = freeNumber();
  const begin = Date.now();
  await till.button('sale', 'customer.add').click();
  await search(till, number);
  await till.button('customer', 'search.newWithNumber').click();
  await expect(page.getByText(/№ \d+/)).toBeVisible();
  expect(Date.now() - begin).toBeLessThan(10_000);
  await expect(dialog(page)).toBeHidden();
  const basket = (await ask('/basket')) as { customer: { customerId: string } };
  const customer = (await ask(`/customer/${basket.customer.customerId}`)) as { profile: { phoneAreaCode: string; country: string } };
  expect(customer.profile.phoneAreaCode).toBe('+33');
  expect(customer.profile.country).toBe('FR');
  // The next time the number finds them.
  await page.getByRole('button', { name: till.say('sale', 'customer.change') }).click();
  await search(till, number);
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  expect(till.faults).toEqual([]);
});

test('a number that nobody could dial is refused where it was typed', async ({ page }) => {
  const till = await open(page);
  await page.keyboard.press('F4');
  await search(till, '0399999');
  await till.button('customer', 'search.newWithNumber').click();
  await expect(dialog(page).getByText('Please enter the correct phone number')).toBeVisible();
  await till.button('customer', 'search.newWithMore').click();
  await expect(dialog(page).getByLabel(till.say('customer', 'field.phoneNo'))).toHaveValue('0399999');
});

test('a customer who has not changed cannot be saved, and one who has is', async ({ page }) => {
  const till = await open(page);
  const { customerId } = await known(till, { phoneNo: freeNumber(), givenName: 'Inès', familyName: 'Test' });
  await openForm(till);
  await till.button('customer', 'form.save').click();
  const unchanged = 'Customer information has not changed and cannot be saved';
  await expect(dialog(page).getByText(unchanged)).toBeVisible();
  await dialog(page).getByLabel(till.say('customer', 'field.city')).fill('Versailles');
  await dialog(page).getByLabel(till.say('customer', 'field.likes'), { exact: true }).fill('Pearls, Medals');
  await dialog(page).getByLabel(till.say('customer', 'consent.EMAIL')).check();
  await expect(dialog(page).getByText('3 unsaved changes')).toBeVisible();
  // Closing asks once.
  await page.keyboard.press('Escape');
  await till.button('customer', 'leave.stay').click();
  await page.keyboard.press('Control+s');
  await expect(dialog(page).getByText('Versailles')).toBeVisible();
  await expect(dialog(page).getByText('Medals')).toBeVisible();
  await expect(dialog(page).getByText(till.say('customer', 'granted.EMAIL'))).toBeVisible();
  const kept = (await ask(`/customer/${customerId}`)) as { version: number; profile: { likes: string[] } };
  expect(kept.version).toBe(2);
  expect(kept.profile.likes).toEqual(['Pearls', 'Medals']);
});

test('a number or an address that somebody has leads to them', async ({ page }) => {
  const till = await open(page);
  const [phoneNo, email] = [freeNumber(), `${freeNumber()}@mail.example`];
  const other = (await change('seller', 'POST', '/customer', { profile: { phoneNo, email, familyName: 'Taken' } })) as { customerId: string };
  await page.keyboard.press('F4');
  await till.button('customer', 'search.newCustomer').click();
  const phone = dialog(page).getByLabel(till.say('customer', 'field.phoneNo'));
  const mail = dialog(page).getByLabel(till.say('customer', 'field.email'), { exact: true });
  const said = (text: string) => expect(dialog(page).getByText(text).first()).toBeVisible();
  const save = () => till.button('customer', 'form.save').click();
  await save();
  await said('At least one of phone number or email is required');
  await phone.fill(phoneNo);
  await save();
  await said('Phone number is already taken');
  await expect(phone).toBeFocused();
  await mail.fill(email.toUpperCase());
  await save();
  await said('Email and phone number are already taken');
  await phone.fill(freeNumber());
  await save();
  await said('Email is already taken');
  await mail.fill('nonsense');
  await save();
  await said('E-mail must be valid');
  await mail.fill(email);
  await save();
  await till.button('customer', 'form.openOther').click();
  await till.button('customer', 'leave.go').click();
  await expect(dialog(page)).toBeHidden();
  const basket = (await ask('/basket')) as { customer: { customerId: string } };
  expect(basket.customer.customerId).toBe(other.customerId);
});

test('of two tills the second is told, and keeps what it typed', async ({ page }) => {
  const till = await open(page);
  const customer = await known(till, { phoneNo: freeNumber(), givenName: 'Inès', city: 'Paris' });
  await openForm(till);
  await dialog(page).getByLabel(till.say('customer', 'field.givenName')).fill('Inès Marie');
  await change('manager', 'PUT', `/customer/${customer.customerId}`, {
    version: customer.version,
    profile: { ...customer.profile, city: 'Lyon' },
  });
  await till.button('customer', 'form.save').click();
  await expect(dialog(page).getByText(till.pattern('customer', 'conflict.title'))).toBeVisible();
  await expect(dialog(page).getByLabel(till.say('customer', 'field.city'))).toHaveValue('Lyon');
  await expect(dialog(page).getByLabel(till.say('customer', 'field.givenName'))).toHaveValue('Inès Marie');
  await till.button('customer', 'form.save').click();
  await expect(till.button('customer', 'panel.edit')).toBeVisible();
  const kept = (await ask(`/customer/${customer.customerId}`)) as { profile: { city: string; givenName: string } };
  expect([kept.profile.city, kept.profile.givenName]).toEqual(['Lyon', 'Inès Marie']);
});

test('a photo is kept small and shown', async ({ page }) => {
  const till = await open(page);
  await known(till, { phoneNo: freeNumber() });
  await openForm(till);
  const picked = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [3000, 2000];
    canvas.getContext('2d')?.fillRect(0, 0, 1500, 2000);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
  });
  const file = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(picked) };
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  const shown = dialog(page).locator('img[src^="data:image/jpeg"]');
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  const script = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') };
  await dialog(page).locator('input[type=file]').setInputFiles(script);
  await expect(dialog(page).getByText('The photo must be a JPEG, PNG or WebP picture')).toBeVisible();
  await till.button('customer', 'photo.remove').click();
  await expect(shown).toBeHidden();
  // Nothing typed is lost or left: there is nothing to save.
  await till.button('customer', 'form.back').click();
  await expect(till.button('customer', 'panel.edit')).toBeVisible();
});

/** Somebody of the demonstration who has bought here, with a name in the letters of the page. */
async function buyer(): Promise<{ customerId: string }> {
  const { items } = (await ask('/order?limit=100&from=2020-01-01&to=2100-01-01')) as { items: { orderId: string; customerName: string | null }[] };
  const order = items.findLast(({ customerName }) => /^[\p{Script=Latin} ]+$/u.test(customerName ?? ''));
  if (!order) throw new Error('nobody of the demonstration has bought anything');
  return ((await ask(`/order/${order.orderId}`)) as { customer: { customerId: string } }).customer;
}

for (const [width, height] of SIZES) {
  test(`customers can be read and reached on ${width} by ${height}${usual(width === 390)}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const till = await open(page);
    const see = async (name: string): Promise<void> => {
      await still(page);
      await picture(page, `${name}-${width}`);
      expect(await violations(page), name).toEqual([]);
      expect(await unreadable(page, 'en'), name).toEqual([]);
    };
    await page.keyboard.press('F4');
    await search(till, '0612349');
    await expect(till.button('customer', 'search.newWithNumber')).toBeVisible();
    await see('customer-1-nobody');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    const { customerId } = await buyer();
    await change('seller', 'PUT', '/basket/customer', { customerId });
    await till.open();
    await expect(page.getByRole('list', { name: till.say('sale', 'catalogue.name') })).toBeVisible();
    await page.keyboard.press('F4');
    await expect(dialog(page).getByText(till.say('customer', 'panel.consents'))).toBeVisible();
    await expect(dialog(page).getByText(till.say('customer', 'panel.times'))).toBeVisible();
    await see('customer-2-panel');
    await till.button('customer', 'panel.edit').click();
    await expect(dialog(page).getByLabel(till.say('customer', 'field.phoneNo'))).toBeVisible();
    await see('customer-3-form');
    await dialog(page).getByLabel(till.say('customer', 'field.email'), { exact: true }).fill('nonsense');
    await till.button('customer', 'form.save').click();
    await expect(dialog(page).getByText('E-mail must be valid').first()).toBeVisible();
    await see('customer-4-refused');
  });
}
