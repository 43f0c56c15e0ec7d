/** Numbers of a smallest step: minor units, milligrams, parts of a per cent. Nothing here divides, so nothing rounds. */

/** What was typed as a whole number of the smallest step: `12.5` with 2 digits is 1250. `null` when it is no number. */
export function parseSteps(typed: string, digits: number): number | null {
  const match = /^(\d{1,12})?(?:[.,](\d*))?$/.exec(typed.trim());
  if (!match || (match[1] === undefined && !match[2])) return null;
  const fraction = match[2] ?? '';
  if (fraction.length > digits) return null;
  return Number(`${match[1] ?? '0'}${fraction.padEnd(digits, '0')}`);
}

/** The other way: 1250 with 2 digits is `12.50`. */
export function writeSteps(value: number, digits: number): string {
  const text = String(Math.abs(value)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  return `${value < 0 ? '-' : ''}${whole}${digits === 0 ? '' : `.${text.slice(-digits)}`}`;
}

/** The same without zeros at the end: 1250 with 2 digits is `12.5`, 10000 is `100`. */
export function writeShort(value: number, digits: number): string {
  const text = writeSteps(value, digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Keys of an on-screen pad. */
export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'delete' | 'clear';

const DIGITS_MAX = 10;

/** What a field of `digits` decimals holds after a key of the pad: numbers fill from the left as they are spoken. */
export function pressed(text: string, key: PadKey, digits: number): string {
  if (key === 'clear') return '';
  if (key === 'delete') return text.slice(0, -1);
  const point = text.search(/[.,]/);
  if (key === '.') return digits === 0 || point !== -1 ? text : `${text === '' ? '0' : text}.`;
  if (point !== -1 && text.length - point > digits) return text;
  if (text.replace(/[.,]/, '').length >= DIGITS_MAX) return text;
  return text === '0' ? key : text + key;
}
