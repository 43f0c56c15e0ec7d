import { currencyExponent, formatMinor, parseAmount } from '#/lib/money';

/** The longest amount that fits the amount box. */
const DIGITS_MAX = 9;

/** What stands in the amount box. */
export interface TypedAmount {
  /** As typed: `540.6`, without currency and thousands. */
  text: string;
  /** Put there by the till; the first key replaces it. */
  isOffered: boolean;
}

export type AmountKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'delete' | 'clear';

/** An amount that the till offers. */
export function offered(minor: number, currency: string): TypedAmount {
  return { text: formatMinor(minor, currencyExponent(currency)).replaceAll(',', ''), isOffered: true };
}

function decimalsLeft(text: string, exponent: number): number {
  const point = text.indexOf('.');
  return point === -1 ? Number.POSITIVE_INFINITY : exponent - (text.length - point - 1);
}

/** The box after a key: amounts fill from the left as they are spoken. */
export function press(amount: TypedAmount, key: AmountKey, currency: string): TypedAmount {
  const exponent = currencyExponent(currency);
  if (key === 'clear') return { text: '', isOffered: false };
  if (key === 'delete') return { text: amount.isOffered ? '' : amount.text.slice(0, -1), isOffered: false };
  const before = amount.isOffered ? '' : amount.text;
  if (key === '.') {
    if (exponent === 0 || before.includes('.')) return { text: before, isOffered: false };
    return { text: `${before === '' ? '0' : before}.`, isOffered: false };
  }
  if (decimalsLeft(before, exponent) <= 0 || before.replace('.', '').length >= DIGITS_MAX) {
    return { text: before, isOffered: false };
  }
  return { text: before === '0' ? key : before + key, isOffered: false };
}

/** The key of the amount box that a key of the keyboard means; `null` for the others. */
export function amountKey(key: string): AmountKey | null {
  if (/^\d$/.test(key)) return key as AmountKey;
  if (key === '.' || key === ',' || key === 'Decimal' || key === '٫') return '.';
  if (key === 'Backspace' || key === 'Delete') return 'delete';
  return null;
}

/** Text that came in another way than by keys (paste, dictation), as far as it is an amount. */
export function pasted(text: string, currency: string): TypedAmount | null {
  const plain = text.replace(/[^\d.,]/g, '');
  // With both signs the last one separates decimals: `1,290.00` and `1.290,00`.
  const lastSign = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const hasBoth = plain.includes('.') && plain.includes(',');
  const cleaned = hasBoth ? `${plain.slice(0, lastSign).replace(/[.,]/g, '')}.${plain.slice(lastSign + 1)}` : plain;
  if (cleaned === '') return { text: '', isOffered: false };
  if (parseAmount(cleaned, currency) === null) return null;
  return { text: cleaned.replace(',', '.'), isOffered: false };
}

/** What the box says in minor units; an empty box is 0. */
export function minorOf(amount: TypedAmount, currency: string): number {
  return parseAmount(amount.text, currency) ?? 0;
}

/** The typed text with commas between thousands, for the eye: `1290.5` is `1,290.5`. */
export function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const withCommas = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? withCommas : `${withCommas}.${fraction}`;
}
