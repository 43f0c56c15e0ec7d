/** What was typed over what the server has. */

export type Edits<T> = Partial<T>;

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The edits after one more; what is as the server has it is none. */
export function edited<T extends object>(base: T, edits: Edits<T>, change: Edits<T>): Edits<T> {
  const all = { ...edits, ...change };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => !isSame(value, base[name as keyof T]))) as Edits<T>;
}

/** Which of the edited fields somebody else changed, too, between two readings. */
export function changedByBoth<T extends object>(before: T, now: T, edits: Edits<T>): (keyof T & string)[] {
  return (Object.keys(edits) as (keyof T & string)[]).filter((name) => !isSame(before[name], now[name]) && !isSame(edits[name], now[name]));
}

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
