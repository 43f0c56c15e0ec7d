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

export { parseSteps, writeSteps } from '#/lib/steps';
