import { expect, type Locator, type Page } from '@playwright/test';
import { pattern, words, type Language } from './words.js';

/** The password of every sign-in of the demonstration. */
export const PASSWORD = 'vitrine-demo';
/** The passwords of people whom a story has made. */
const passwords = new Map<string, string>();

/** From now on somebody signs in with a password of their own. */
export function keepPassword(user: string, password: string): void {
  passwords.set(user, password);
}

const passwordOf = (user: string): string => passwords.get(user) ?? PASSWORD;

/** The card terminal of the till at which `seller` works. */
export const TERMINAL = 'V400m-324688101';

const url = (path: string): string => `${process.env.VITRINE_URL}${path}`;

/** A till in a browser, with what went wrong in it. */
export class Till {
  readonly faults: string[] = [];
  readonly say: ReturnType<typeof words>;

  constructor(
    readonly page: Page,
    readonly language: Language = 'en',
  ) {
    this.say = words(language);
    // The browser's own PDF viewer loads its parts from chrome: addresses.
    const own = [process.env.VITRINE_URL ?? '', 'blob:', 'data:', 'chrome:', 'chrome-extension:'];
    page.on('pageerror', (error) => this.faults.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(`${message.text()} ${message.location().url}`);
    });
    page.on('request', (request) => {
      if (!own.some((start) => request.url().startsWith(start))) this.faults.push(request.url());
    });
  }

  /** The button of a text; values in it may be anything. */
  button(file: string, key: string) {
    return this.page.getByRole('button', { name: pattern(this.say(file, key)) });
  }

  /** A text with anything in place of its values. */
  pattern(file: string, key: string): RegExp {
    return pattern(this.say(file, key));
  }

  async open(path = '/pos/sale'): Promise<void> {
    await this.page.goto(url(`${path}${path.includes('?') ? '&' : '?'}lang=${this.language}`));
  }

  async logIn(user: string): Promise<void> {
    await this.page.getByLabel(this.say('session', 'username')).fill(user);
    await this.page.getByLabel(this.say('session', 'password'), { exact: true }).fill(passwordOf(user));
    await this.page.keyboard.press('Enter');
    await expect(this.page.getByRole('list', { name: this.say('sale', 'catalogue.name') })).toBeVisible();
  }

  async chooseSalesperson(name: string): Promise<void> {
    const chip = this.page.getByRole('button', { name });
    if (await chip.isVisible()) return;
    await this.page.keyboard.press('Alt+s');
    await this.page.getByLabel(this.say('shell', 'searchSalesperson')).fill(name);
    await expect(this.page.getByRole('option', { name })).toBeVisible();
    await this.page.keyboard.press('Enter');
    await expect(chip.first()).toBeVisible();
  }

  /** Types as a scanner does: in one burst, with Enter at its end. */
  async scan(code: string): Promise<void> {
    const box = this.page.getByPlaceholder(this.say('sale', 'catalogue.search'));
    if (await box.isVisible()) await expect(box).toBeEnabled();
    await this.page.evaluate((text) => {
      // A key bears the time at which it was pressed, however busy the till is with those before it.
      const burst = [...text, 'Enter'].map((key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      for (const press of burst) (document.activeElement ?? document.body).dispatchEvent(press);
    }, code);
  }

  /** The lines of the basket. */
  lines() {
    return this.page.getByRole('list', { name: this.say('sale', 'basket.lines') }).getByRole('listitem');
  }

  async startPayment(): Promise<void> {
    if ((this.page.viewportSize()?.width ?? 0) < 744) {
      await this.button('sale', 'basket.viewCount_one').click();
    }
    await expect(this.lines()).not.toHaveCount(0);
    await this.button('sale', 'pay.take').click();
    // The sheet of the basket, on a narrow screen, may still be closing.
    await expect(this.page.getByRole('dialog', { name: this.say('payment', 'title') })).toBeVisible();
    await expect(this.cashTile()).toBeVisible();
  }

  /** The tile of cash; that of foreign cash has the word in its name, too, and comes later. */
  cashTile() {
    return this.button('payment', 'tender.cash').first();
  }

  /** Takes a part of what is due in cash. */
  async takePartInCash(digits: string): Promise<void> {
    await this.cashTile().click();
    await this.page.keyboard.type(digits, { delay: 80 });
    await this.button('payment', 'action.takePart').click();
    await expect(this.button('payment', 'remove')).toBeVisible();
  }

  /** Takes what is left exactly in cash. */
  async takeRestInCash(): Promise<void> {
    await this.cashTile().click();
    await this.button('payment', 'action.takeExact').click();
  }

  /** Sends what is left to the card terminal. */
  async sendRestToTerminal(): Promise<void> {
    // The words for it stand in the name of the sending button, too.
    await this.button('payment', 'tender.card').first().click();
    await this.button('payment', 'action.send').click();
  }

  /** Closes the receipt and begins anew. */
  async beginNewSale(): Promise<void> {
    const begin = this.button('payment', 'done.newSale');
    await pressUntilGone(begin);
    await expect(this.lines()).toHaveCount(0);
  }
}

/**
 * Presses a button, once it is there, until it is gone: a press in the first moment is taken for one that was
 * meant for the screen before.
 */
export async function pressUntilGone(button: Locator): Promise<void> {
  await expect(button).toBeVisible();
  await expect(async () => {
    if (await button.isVisible()) await button.click();
    await expect(button).toBeHidden({ timeout: 1_000 });
  }).toPass();
}

/** The sign-ins of this worker's own questions, apart from those of the browsers. */
const tokens = new Map<string, string>();

function signIn(user: string, password: string): Promise<Response> {
  return fetch(url('/api/v1/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: user, password }),
  });
}

/** Types wrong passwords until the account is locked, as it is for a quarter of an hour. */
export async function lockOut(user: string): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) expect((await signIn(user, 'wrong')).ok).toBe(false);
}

async function tokenOf(user: string): Promise<string> {
  const known = tokens.get(user);
  if (known) return known;
  const login = await signIn(user, passwordOf(user));
  const { data } = (await login.json()) as { data: { token: string } };
  tokens.set(user, data.token);
  return data.token;
}

async function call(user: string, method: string, path: string, body?: object): Promise<Response> {
  return fetch(url(`/api/v1${path}`), {
    method,
    headers: {
      authorization: `Bearer ${await tokenOf(user)}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** Asks the API as `seller` would. */
export async function ask(path: string): Promise<{ [key: string]: unknown }> {
  let answer = await call('seller', 'GET', path);
  if (answer.status === 401) {
    tokens.delete('seller');
    answer = await call('seller', 'GET', path);
  }
  return ((await answer.json()) as { data: { [key: string]: unknown } }).data;
}

/** Asks the API for a change as somebody would at another till. */
export async function change(user: string, method: string, path: string, body?: object): Promise<{ [key: string]: unknown }> {
  const answer = await call(user, method, path, body);
  const envelope = (await answer.json()) as { success: boolean; message: string; data: { [key: string]: unknown } };
  expect(envelope.success, envelope.message).toBe(true);
  return envelope.data;
}

/** Ends the session of a till, as somebody elsewhere does who changes its password. */
export async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  await fetch(url('/api/v1/logout'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' },
    body: '{}',
  });
}

/** Empties the till of `seller` and `manager` and calms its terminal. */
export async function clear(): Promise<void> {
  await terminal('reset', {});
  await ask('/session');
  await call('seller', 'POST', '/payment/back', {});
  await call('seller', 'DELETE', '/basket');
}

/** A piece of which several are in stock and that has one size. */
export async function pieceInStock(eurosMin = 0): Promise<{ itemNo: string; barcode: string; available: number; euros: number }> {
  const page = (await ask('/item?limit=100')) as {
    items: { itemNo: string; available: number; sizes: { barcode: string | null }[]; price: { minor: number } | null }[];
  };
  const item = page.items.find((one) => one.sizes.length === 1 && one.available > (eurosMin > 0 ? 1 : 5) && (one.price?.minor ?? 0) > eurosMin * 100);
  const barcode = item?.sizes[0]?.barcode;
  if (!item?.price || !barcode) throw new Error('the demonstration has no such piece');
  return { itemNo: item.itemNo, barcode, available: item.available, euros: item.price.minor / 100 };
}

export async function available(itemNo: string): Promise<number> {
  const piece = (await ask(`/item/${itemNo}`)) as { sizes: { available: number }[] };
  return piece.sizes[0]?.available ?? 0;
}

/** Tells a card terminal what to do next. */
export async function terminal(path: string, body: object): Promise<void> {
  const answer = await fetch(`${process.env.TERMINAL_URL}/sim/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ poiid: TERMINAL, ...body }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

/** What is booked on the payment under way, in cents. */
export async function booked(): Promise<number> {
  const payment = (await ask('/payment')) as { tenders?: { amount: { minor: number } }[] } | null;
  return (payment?.tenders ?? []).reduce((sum, tender) => sum + tender.amount.minor, 0);
}

/** What the card terminal has taken and kept, in cents. */
export async function ledger(): Promise<number> {
  const answer = await fetch(`${process.env.TERMINAL_URL}/sim/ledger`);
  const report = (await answer.json()) as {
    by_terminal: { [poiid: string]: { [currency: string]: { captured_minor: number; reversed_minor: number } } };
  };
  const total = report.by_terminal[TERMINAL]?.EUR;
  return (total?.captured_minor ?? 0) - (total?.reversed_minor ?? 0);
}
