import { expect, type Browser, type Locator, type Page, type Request } from '@playwright/test';
import { free } from './office.js';
import { OWN_PASSWORD } from './statement.js';
import { terminal, Till } from './till.js';

/** An amount of the drawers' own currency as the till writes it in a column. */
export const column = (minor: number): string =>
  `${minor < 0 ? '\u2212' : ''}${String(Math.floor(Math.abs(minor) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')}.${String(Math.abs(minor) % 100).padStart(2, '0')}`;

/** The same as it is typed. */
export const typed = (minor: number): string => column(minor).replaceAll(',', '');

/** The fewest notes and coins that are worth an amount. */
function notesOf(minor: number, denominations: readonly number[]): Map<number, number> {
  let left = minor;
  const pieces = new Map<number, number>();
  for (const denomination of denominations) {
    pieces.set(denomination, Math.floor(left / denomination));
    left %= denomination;
  }
  expect(left, `${minor} cannot be laid on the table`).toBe(0);
  return pieces;
}

/** A card of 100.00 that the demonstration has, and what it pays in the story, in cents. */
const GIFT_CARD = { number: '6279000000000004', code: 'DEMO0004' };
export const GIFT = 1_000;

/** Sells a piece that a gift card and a card pay together. */
export async function soldWithGiftCard(till: Till, barcode: string, poiid: string): Promise<void> {
  const { page } = till;
  await terminal('script', { poiid, steps: [{ card: 'visa' }] });
  await till.scan(barcode);
  await expect(till.lines()).toHaveCount(1);
  await till.startPayment();
  const payment = page.getByRole('dialog');
  await payment.getByRole('button', { name: till.pattern('payment', 'tender.giftCardHint') }).click();
  await payment.getByLabel(till.say('giftCard', 'cardNo')).fill(GIFT_CARD.number);
  await payment.getByLabel(till.say('giftCard', 'code'), { exact: true }).fill(GIFT_CARD.code);
  await payment.getByRole('button', { name: till.say('giftCard', 'check'), exact: true }).click();
  await payment.getByLabel(till.say('giftCard', 'amountOnGiftCard')).fill(String(GIFT / 100));
  await payment.getByRole('button', { name: till.pattern('giftCard', 'useAmount') }).click();
  await expect(till.button('payment', 'remove')).toHaveCount(1);
  await till.sendRestToTerminal();
  await till.beginNewSale();
}

/** The drawer of the till, where cash is moved outside of sales. */
export async function openDrawer(till: Till): Promise<void> {
  await till.page.getByRole('link', { name: till.say('shell', 'section.other'), exact: true }).click();
  await till.page.getByRole('link', { name: till.say('other', 'tile.drawer.name') }).click();
  await expect(till.page.getByRole('heading', { name: till.say('drawer', 'title') })).toBeVisible();
}

/** Enters an amount that the dialog in front asks for. */
export async function enterCash(till: Till, action: string, euro: number): Promise<void> {
  const dialog = till.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: till.say('drawer', 'amount') }).fill(String(euro));
  const reason = dialog.getByRole('textbox', { name: till.say('drawer', 'reason') });
  if (await reason.isVisible()) await reason.fill('Change for the day');
  await dialog.getByRole('button', { name: till.say('drawer', `go.${action}`), exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Everything that a page is told from now on, but for what draws it and what it prints. */
export function heard(page: Page): { end: () => Promise<[url: string, body: string][]> } {
  const told: Promise<[string, string]>[] = [];
  // What the page gave up before it came was not heard.
  const listen = (request: Request): void => {
    // The browser's own viewer of what is printed has addresses of its own.
    if (!request.url().startsWith('http')) return;
    told.push(
      request.response().then(async (response) => {
        const type = response?.headers()['content-type'] ?? '';
        // Drawings, programs and fonts are the same for everybody. A stream has no end, and names only what changed.
        const isHeard = response !== null && !/^(image|font)\/|javascript|css|pdf|event-stream/.test(type);
        return [request.url(), isHeard ? await response.text() : ''];
      }),
    );
  };
  page.on('requestfinished', listen);
  return {
    end: async () => {
      page.off('requestfinished', listen);
      return Promise.all(told);
    },
  };
}

/** What is told of an amount: it stands in a body by itself, not as a part of a longer number. */
export const tells = (body: string, minor: number): boolean => new RegExp(`(?<!\\d)${minor}(?!\\d)`).test(body);

/** Presses a button that prints; what comes is a PDF. */
export async function printed(page: Page, path: RegExp, button: Locator): Promise<void> {
  const papers: [string | undefined, string][] = [];
  // The browser keeps no body of what it prints: it is looked at on its way.
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    papers.push([answer.headers()['content-type'], (await answer.body()).subarray(0, 5).toString()]);
    await route.fulfill({ response: answer });
  });
  await button.click();
  await expect.poll(() => papers).toEqual([['application/pdf', '%PDF-']]);
  await page.unroute(path);
}

export async function sold(till: Till, barcode: string, pay: 'cash' | { poiid: string }): Promise<void> {
  if (pay !== 'cash') await terminal('script', { ...pay, steps: [{ card: 'visa' }] });
  await till.scan(barcode);
  await expect(till.lines()).toHaveCount(1);
  await till.startPayment();
  await (pay === 'cash' ? till.takeRestInCash() : till.sendRestToTerminal());
  await till.beginNewSale();
}

/** The statement page in a browser. */
export class Day {
  readonly say: (key: string, values?: object) => string;

  constructor(readonly till: Till) {
    this.say = (key, values) => till.say('statement', key, values);
  }

  get page(): Page {
    return this.till.page;
  }

  /** By the rail, as people do. */
  async open(): Promise<void> {
    await this.page.getByRole('link', { name: this.till.say('shell', 'section.statement'), exact: true }).click();
    await expect(this.page.getByRole('heading', { name: this.say('title') })).toBeVisible();
  }

  button(key: string) {
    return this.page.getByRole('button', { name: this.say(key), exact: true });
  }

  counted(name: string) {
    return this.page.getByRole('button', { name: new RegExp(`^${this.say('column.counted')}, ${name}`) });
  }

  figure(key: string) {
    return this.page.locator('dl > div').filter({ has: this.page.getByText(this.say(key), { exact: true }) });
  }

  /** Types notes and coins with the keyboard alone; Enter leads from row to row and on to the button that saves. */
  async typeCash(minor: number, denominations: readonly number[]): Promise<void> {
    const pieces = notesOf(minor, denominations);
    const grid = this.page.getByRole('group', { name: this.say('count.grid') });
    await grid.getByRole('textbox').first().focus();
    for (const denomination of denominations) {
      await this.page.keyboard.type(String(pieces.get(denomination) ?? 0), { delay: 80 });
      await this.page.keyboard.press('Enter');
    }
    await expect(this.page.getByRole('status').filter({ hasText: this.say('count.inDrawer') })).toContainText(column(minor));
  }

  async typeSlips(minor: number, slips: number): Promise<void> {
    await this.page.getByRole('textbox', { name: this.say('count.slipAmount') }).focus();
    await this.page.keyboard.type(typed(minor), { delay: 80 });
    await this.page.keyboard.press('Enter');
    await this.page.keyboard.type(String(slips), { delay: 80 });
  }

  async save(): Promise<void> {
    await this.button('count.save').click();
  }

  /** Counts again what is shown, until it is kept. */
  async saveAgain(reason: string): Promise<void> {
    await this.page.getByRole('textbox', { name: this.say('count.reason') }).fill(reason);
    await this.save();
    await expect(this.button('count.save')).toHaveCount(0);
  }
}

/**
 * Posts a difference above the limit: a reason and the number on the bag are wanted, and an administrator stands for it
 * on the same screen. Answers the number on the bag. What is looked at closely is looked at by `look`.
 */
export async function postedWithApproval(
  day: Day,
  { by, boss, difference, reason }: { by: { name: string }; boss: { id: string; name: string }; difference: string; reason: string },
  look: (name: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const { page, till } = day;
  const dialog = page.getByRole('dialog');
  await day.button('post.go').click();
  await expect(page.getByText(day.say('missing.reason'))).toBeVisible();
  await page.getByRole('textbox', { name: day.say('post.reason') }).fill(reason);
  await day.button('post.go').click();
  // What goes to the bank goes in a bag with a number.
  const bagNo = free('B-');
  await expect(page.getByText(till.say('error', 'statement.bag_required'))).toBeVisible();
  await look('statement-bag');
  await page.getByRole('textbox', { name: day.say('post.bagNo') }).fill(bagNo);
  await day.button('post.go').click();
  await expect(dialog.getByText(till.pattern('statement', 'approval.what'))).toContainText(difference);
  await look('statement-approval');
  await dialog.getByLabel(till.say('session', 'username')).fill(boss.id);
  const password = dialog.getByLabel(till.say('session', 'password'), { exact: true });
  const sign = dialog.getByRole('button', { name: till.say('sale', 'approval.sign') });
  await password.fill('not the password at all');
  await sign.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await password.fill(OWN_PASSWORD);
  await sign.click();
  await expect(page.getByRole('heading', { name: day.say('posted') })).toBeVisible();
  const z = page.getByRole('region', { name: day.say('z.name') });
  await expect(z).toContainText(/[0-9a-f]{64}/);
  await expect(z).toContainText(boss.name);
  await expect(z).toContainText(by.name);
  await expect(z).toContainText(new RegExp(`${day.say('z.number')}\\d+`));
  return bagNo;
}

export async function atWork(browser: Browser, user: { id: string; name: string }): Promise<Till> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const till = new Till(page);
  await till.open();
  await till.logIn(user.id);
  await till.chooseSalesperson(user.name);
  return till;
}
