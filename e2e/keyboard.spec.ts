import type { Locator, Page } from '@playwright/test';
import { expect, test } from './step/story.js';
import { available, PASSWORD, pieceInStock, terminal, Till } from './step/till.js';

/** Where the focus is, and whether one can see that it is there. */
async function focusSeen(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const focused = document.activeElement;
        if (!(focused instanceof HTMLElement) || focused === document.body) return 'the focus is lost';
        const box = focused.getBoundingClientRect();
        const isOnScreen = box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
        if (!isOnScreen) return `out of sight: ${focused.outerHTML.slice(0, 120)}`;
        // A page or a title that took the focus by itself needs no ring; what can be operated does.
        if (focused.tabIndex < 0) return 'seen';
        const has = (element: Element | null): boolean => {
          if (!element) return false;
          const style = getComputedStyle(element);
          return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none';
        };
        const isField = focused.matches('input,select,textarea');
        const seen = has(focused) || (isField && (has(focused.parentElement) || has(focused.parentElement?.parentElement ?? null)));
        return seen ? 'seen' : `no ring: ${focused.outerHTML.slice(0, 160)}`;
      }),
    )
    .toBe('seen');
}

/** Presses a key until something has the focus; the focus is seen at every step. */
async function walkTo(page: Page, target: Locator, key = 'Tab', presses = 40): Promise<void> {
  for (let press = 0; press < presses; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    await focusSeen(page);
  }
  throw new Error(`${String(target)} was not reached in ${presses} presses`);
}

test('a whole sale with the keyboard and the scanner alone', async ({ page }) => {
  const till = new Till(page);
  await page.addInitScript(() => {
    for (const name of ['pointerdown', 'mousedown', 'touchstart']) {
      window.addEventListener(name, () => console.error(`a ${name} in a story of the keyboard`), true);
    }
  });
  const piece = await pieceInStock();
  const before = await available(piece.itemNo);
  await till.open();
  // The form waits for the user name, or for the password of whom it knows.
  await expect(page.getByLabel(till.say('session', 'username'))).toBeFocused();
  await focusSeen(page);
  // As a person types: faster is a scanner.
  await page.keyboard.type('seller', { delay: 60 });
  await page.keyboard.press('Tab');
  await focusSeen(page);
  await page.keyboard.type(PASSWORD, { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: till.say('sale', 'catalogue.name') })).toBeVisible();

  await page.keyboard.press('Alt+s');
  const search = page.getByLabel(till.say('shell', 'searchSalesperson'));
  await expect(search).toBeFocused();
  await focusSeen(page);
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.keyboard.press('Alt+s');
  await expect(search).toBeFocused();
  await page.keyboard.type('Camille', { delay: 60 });
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await focusSeen(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: till.say('shell', 'salespersonIs', { name: 'Camille Aubert' }) })).toBeVisible();
  await focusSeen(page);

  await till.scan(piece.barcode);
  await expect(till.lines()).toHaveCount(1);
  await expect.poll(() => available(piece.itemNo)).toBe(before - 1);
  await page.keyboard.press('F2');
  await expect(page.getByPlaceholder(till.say('sale', 'catalogue.search'))).toBeFocused();
  await focusSeen(page);
  const line = till.lines().getByRole('button').first();
  await walkTo(page, line);
  await page.keyboard.press('+');
  await expect.poll(() => available(piece.itemNo)).toBe(before - 2);
  await focusSeen(page);
  await page.keyboard.press('-');
  await expect.poll(() => available(piece.itemNo)).toBe(before - 1);
  await expect(line).toBeFocused();
  // The hyphen in a code is none of the line that has the focus.
  expect(piece.itemNo).toContain('-');
  await till.scan(piece.itemNo);
  await expect.poll(() => available(piece.itemNo)).toBe(before - 2);
  await page.keyboard.press('-');
  await expect.poll(() => available(piece.itemNo)).toBe(before - 1);
  await expect(line).toBeFocused();
  // Removed and brought back; the focus stays where the line was.
  await page.keyboard.press('Delete');
  const undo = page.getByRole('button', { name: till.say('sale', 'basket.undo') });
  await expect(undo).toBeVisible();
  await focusSeen(page);
  await walkTo(page, undo);
  await page.keyboard.press('Enter');
  await expect(till.lines().getByRole('button').first()).toBeVisible();
  await expect.poll(() => available(piece.itemNo)).toBe(before - 1);
  await focusSeen(page);

  await page.keyboard.press('F9');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await focusSeen(page);
  const cash = page.getByRole('dialog').getByRole('radio', { name: till.pattern('payment', 'tender.cash') })
    .or(page.getByRole('dialog').getByRole('button', { name: till.pattern('payment', 'tender.cash') })).first();
  await walkTo(page, cash, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('20', { delay: 80 });
  await focusSeen(page);
  // A press in the first moment is taken for one that was meant for the screen before.
  await expect(async () => {
    if (await till.button('payment', 'remove').isHidden()) await page.keyboard.press('Enter');
    await expect(till.button('payment', 'remove')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await focusSeen(page);
  await terminal('script', { steps: [{ card: 'visa', after_ms: 300 }] });
  const card = page.getByRole('dialog').getByRole('button', { name: till.pattern('payment', 'tender.card') })
    .or(page.getByRole('dialog').getByRole('radio', { name: till.pattern('payment', 'tender.card') })).first();
  await walkTo(page, card, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await focusSeen(page);
  await walkTo(page, till.button('payment', 'action.send'));
  await page.keyboard.press('Enter');
  const begin = till.button('payment', 'done.newSale');
  await expect(begin).toBeVisible();
  await expect(begin).toBeFocused();
  await focusSeen(page);
  await expect(async () => {
    if (await begin.isVisible()) await page.keyboard.press('Enter');
    await expect(begin).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await focusSeen(page);

  await page.keyboard.press('Alt+Shift+2');
  const row = page.getByRole('grid', { name: till.say('order', 'title') }).getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await walkTo(page, row);
  await page.keyboard.press('Enter');
  const pane = page.getByRole('complementary', { name: till.say('order', 'column.order') });
  await expect(pane.getByText(piece.itemNo).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
  await expect(row).toBeFocused();
  await focusSeen(page);
  await expect.poll(() => available(piece.itemNo)).toBe(before - 1);
  expect(till.faults).toEqual([]);
});

test('each dialog takes the focus, keeps it, and gives it back', async ({ page }) => {
  const till = new Till(page);
  await till.open();
  await till.logIn('seller');
  await till.chooseSalesperson('Camille Aubert');
  for (const key of ['F1', 'F4']) {
    await page.keyboard.press('F2');
    const field = page.getByPlaceholder(till.say('sale', 'catalogue.search'));
    await expect(field).toBeFocused();
    await page.keyboard.press(key);
    const dialog = page.locator('[aria-modal=true]');
    await expect(dialog).toBeVisible();
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab');
      await focusSeen(page);
      expect(await dialog.evaluate((element) => element.contains(document.activeElement)), `Tab ${press} in ${key}`).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(field).toBeFocused();
  }
  expect(till.faults).toEqual([]);
});
