import { currencyExponent, currencySymbol, formatMinor, formatMoney, type Currency, type Money } from '#/lib/money';
import { parseSteps, writeShort, writeSteps } from '#/lib/steps';
import type { ManualDiscount } from '#/api/types';

/** Decimals of a percentage: the wire counts ten-thousandths of a per cent. */
export const PERCENT_DIGITS = 4;
/** Decimals of grams: the wire counts milligrams. */
export const GRAM_DIGITS = 3;
/** Decimals of a percentage that staff may type. */
const PERCENT_DIGITS_TYPED = 2;

export type DiscountKind = ManualDiscount['kind'];

export const digitsOf = (kind: DiscountKind, currency: Currency): number =>
  kind === 'PERCENT' ? PERCENT_DIGITS_TYPED : currencyExponent(currency);

export const unitOf = (kind: DiscountKind, currency: Currency): string => (kind === 'PERCENT' ? '%' : currencySymbol(currency).trim());

/** What was typed, as the wire wants it; `null` when it is no such number. */
export function valueOf(text: string, kind: DiscountKind, currency: Currency): number | null {
  const digits = digitsOf(kind, currency);
  if (parseSteps(text, digits) === null) return null;
  return parseSteps(text, kind === 'PERCENT' ? PERCENT_DIGITS : digits);
}

/** Percent in ten-thousandths: 100000 is `10%`. */
export const formatPercent = (value: number): string => `${writeShort(value, PERCENT_DIGITS)}%`;

/** Milligrams as grams: 12350 is `12.350`. */
export const formatGrams = (milligrams: number): string => writeSteps(milligrams, GRAM_DIGITS);

/** A discount as it was entered: `10%` or an amount. */
export function formatEntered(kind: DiscountKind, value: number, currency: Currency): string {
  return kind === 'PERCENT' ? formatPercent(value) : formatMoney({ minor: value, currency });
}

/** The text of a field that holds an amount. */
export const amountText = (money: Money): string => writeSteps(money.minor, currencyExponent(money.currency));

/** What a gram costs, from hundredths of a minor unit: `¥798.00`, or `€92.4512` where it has more decimals. */
export function formatGramPrice(hundredths: number, currency: Currency): string {
  const text = formatMinor(hundredths, currencyExponent(currency) + 2);
  return `${currencySymbol(currency)}${text.replace(/0{1,2}$/, '').replace(/\.$/, '')}`;
}
