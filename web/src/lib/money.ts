import type { components } from '#/api/schema';

/**
 * Money on screen. Amounts stay integers of the minor unit from the server to the glass: nothing
 * here divides, so nothing can round. Two decimals, comma thousands, dot decimal, U+2212 minus
 * before the currency sign (`−€19.50`), in every language.
 */
export const MINUS = '\u2212';

/** An integer of the minor unit with its currency. */
export type Money = components['schemas']['Money'];
export type Currency = Money['currency'];

const exponents = new Map<string, number>();
const symbols = new Map<string, string>();
const thousands = new Intl.NumberFormat('en', { maximumFractionDigits: 0, useGrouping: true });

/** Decimals of a currency: 2 for EUR, 0 for JPY. */
export function currencyExponent(currency: string): number {
  let exponent = exponents.get(currency);
  if (exponent === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    exponent = format.resolvedOptions().maximumFractionDigits ?? 2;
    exponents.set(currency, exponent);
  }
  return exponent;
}

/** The sign that leads an amount: `€`, `HK$`, or the code and a no-break space. */
export function currencySymbol(currency: string): string {
  let symbol = symbols.get(currency);
  if (symbol === undefined) {
    const parts = new Intl.NumberFormat('en', { style: 'currency', currency }).formatToParts(1);
    symbol = parts.find((part) => part.type === 'currency')?.value ?? currency;
    if (/^[A-Z]{3}$/.test(symbol)) symbol = `${symbol}\u00A0`;
    symbols.set(currency, symbol);
  }
  return symbol;
}

/** An amount without its currency: `1,290.00`. */
export function formatMinor(minor: number, exponent: number): string {
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${minor < 0 ? MINUS : ''}${thousands.format(BigInt(whole))}${fraction}`;
}

export function formatMoney(money: Money): string {
  const text = formatMinor(Math.abs(money.minor), currencyExponent(money.currency));
  return `${money.minor < 0 ? MINUS : ''}${currencySymbol(money.currency)}${text}`;
}

/** A count: `3,482`. Western digits in every language. */
export function formatInteger(value: number): string {
  return `${value < 0 ? MINUS : ''}${thousands.format(Math.abs(value))}`;
}

/** A rate in hundredths of a percent (2000 is 20 %) as `20%`, `5.5%`, `13.25%`. */
export function formatRate(hundredths: number): string {
  const text = formatMinor(hundredths, 2);
  return `${text.replace(/\.?0+$/, '')}%`;
}

/**
 * What was typed, as minor units: `540.6` is 540.60. Comma and dot both separate decimals. `null`
 * when it is not an amount of this currency.
 */
export function parseAmount(typed: string, currency: string): number | null {
  const exponent = currencyExponent(currency);
  const match = /^(\d{1,10})?(?:[.,](\d*))?$/.exec(typed.trim());
  if (!match || (match[1] === undefined && !match[2])) return null;
  const fraction = match[2] ?? '';
  if (fraction.length > exponent) return null;
  return Number(`${match[1] ?? '0'}${fraction.padEnd(exponent, '0')}`);
}

/** An amount that is taken off, for the eye: `−€19.50`. */
export const negative = (money: Money): Money => ({ ...money, minor: -Math.abs(money.minor) });
