import { formatDay } from '#/lib/date';

/** When something is due, as people at the counter say it. */
export type Due = { kind: 'today' | 'tomorrow' } | { kind: 'day' | 'late'; day: string };

/** The days of the next week have names; those after it have dates. */
const NAMED_DAYS_MAX = 6;

/** `daysUntil` counts from the store's own day, which the clock of this device need not know. */
export function dueOf({ dueOn, daysUntil }: { dueOn: string; daysUntil: number }, language: string): Due {
  if (daysUntil < 0) return { kind: 'late', day: formatDay(dueOn) };
  if (daysUntil === 0) return { kind: 'today' };
  if (daysUntil === 1) return { kind: 'tomorrow' };
  if (daysUntil > NAMED_DAYS_MAX) return { kind: 'day', day: formatDay(dueOn) };
  const noon = new Date(`${dueOn}T12:00:00Z`);
  return { kind: 'day', day: new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(noon) };
}
