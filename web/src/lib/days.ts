import { addDays } from './date';

/** Days that a list can be asked for by name. */
export type NamedDays = 'yesterday' | 'week' | 'month' | 'custom';

/** Two calendar days, both included. */
export interface Days {
  from: string;
  to: string;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

function writtenDay(value: unknown): string | undefined {
  return typeof value === 'string' && ISO_DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** The days that the address of a page says; own days count only as a whole and in their order. */
export function writtenDays<N extends NamedDays>(
  raw: Record<string, unknown>,
  names: readonly N[],
): { days: N | undefined; from: string | undefined; to: string | undefined } {
  const name = names.find((known) => known === raw['days']);
  const from = writtenDay(raw['from']);
  const to = writtenDay(raw['to']);
  const isRange = name === 'custom' && from !== undefined && to !== undefined && from <= to;
  return {
    days: name === 'custom' && !isRange ? undefined : name,
    from: isRange ? from : undefined,
    to: isRange ? to : undefined,
  };
}

/** The days of a name. */
export function namedDays(name: NamedDays, own: { from?: string; to?: string }, today: string): Days {
  switch (name) {
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return { from: addDays(today, -6), to: today };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'custom':
      return { from: own.from ?? today, to: own.to ?? today };
  }
}
