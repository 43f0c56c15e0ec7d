import type { Money, Payment, Tender } from '#/api/types';
import { currencyExponent, formatMoney, type Currency } from '#/lib/money';
import { writeShort } from '#/lib/steps';

/** A rate counts hundred-millionths. */
export const RATE_DIGITS = 8;
const QUICK_MAX = 4;

export type ForeignCash = NonNullable<Tender['foreign']>;

const power = (exponent: number): bigint => 10n ** BigInt(exponent);

/** What foreign cash is worth in the store's currency, rounded down to its minor unit as the server does. */
export function worthOf(minor: number, { currency, rate }: ForeignCash, store: Currency): Money {
  const scaled = BigInt(minor) * BigInt(rate) * power(currencyExponent(store));
  return { minor: Number(scaled / (power(RATE_DIGITS) * power(currencyExponent(currency)))), currency: store };
}

/** The least whole units of foreign cash that are worth an amount. */
export function neededFor(amount: Money, { currency, rate }: ForeignCash): number {
  const unit = BigInt(rate) * power(currencyExponent(amount.currency));
  const wanted = BigInt(amount.minor) * power(RATE_DIGITS);
  return Number(((wanted + unit - 1n) / unit) * power(currencyExponent(currency)));
}

/** Notes that people hand over, in whole units. */
const notesOf = (currency: Currency): readonly number[] => (currencyExponent(currency) === 0 ? [1_000, 5_000, 10_000] : [5, 10, 20, 50, 100]);

function quickOf(needed: number, currency: Currency): Money[] {
  const unit = Number(power(currencyExponent(currency)));
  const rounded = notesOf(currency).map((note) => Math.ceil(needed / (note * unit)) * note * unit);
  return [...new Set([needed, ...rounded])].slice(0, QUICK_MAX).map((minor) => ({ minor, currency }));
}

/** The payment as the amount box sees it: in the currency that is handed over. */
export function inForeign(payment: Payment, foreign: ForeignCash): Payment {
  const { currency } = foreign;
  const money = (minor: number): Money => ({ minor, currency });
  const needed = neededFor(payment.cashRemaining, foreign);
  return { ...payment, due: money(needed), remaining: money(needed), cashRemaining: money(needed), quickAmounts: quickOf(needed, currency) };
}

/** What coins can make of change. */
export function inCoins(minor: number, step: number): number {
  const rest = minor % step;
  return minor - rest + (2 * rest >= step ? step : 0);
}

/** `$1 = €0.8642`. */
export function rateText({ currency, rate }: ForeignCash, store: Currency): string {
  const one = formatMoney({ minor: Number(power(currencyExponent(currency))), currency }).replace(/\.0+$/, '');
  const sign = formatMoney({ minor: 0, currency: store }).replace(/[\d.,]+$/, '');
  return `${one} = ${sign}${writeShort(rate, RATE_DIGITS)}`;
}
