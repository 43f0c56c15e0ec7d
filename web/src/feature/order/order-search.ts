import { addDays } from '#/lib/date';
import { whatIsSaid, writtenText } from '#/lib/page-search';
import type { OrderFilter } from '#/lib/path';

/** Days that are asked for by name; today has none. */
export const DAY_PRESETS = ['yesterday', 'week', 'month', 'custom'] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

/** What the address of the page says: it survives reload and the way back. */
export interface OrderSearch {
  search?: string;
  days?: DayPreset;
  from?: string;
  to?: string;
  staffId?: string;
  tenderCode?: string;
  /** The order whose pane is open. */
  order?: string;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

function day(value: unknown): string | undefined {
  return typeof value === 'string' && ISO_DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** Reads the address; what it does not understand is left out. */
export function readOrderSearch(raw: Record<string, unknown>): OrderSearch {
  const preset = DAY_PRESETS.find((known) => known === raw['days']);
  const from = day(raw['from']);
  const to = day(raw['to']);
  const isRange = preset === 'custom' && from !== undefined && to !== undefined && from <= to;
  return whatIsSaid<OrderSearch>({
    search: writtenText(raw['search']),
    days: preset === 'custom' && !isRange ? undefined : preset,
    from: isRange ? from : undefined,
    to: isRange ? to : undefined,
    staffId: writtenText(raw['staffId']),
    tenderCode: writtenText(raw['tenderCode']),
    order: writtenText(raw['order']),
  });
}

export interface Days {
  from: string;
  to: string;
}

/** The days that are shown, both included. */
export function daysOf(search: OrderSearch, today: string): Days {
  switch (search.days) {
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return { from: addDays(today, -6), to: today };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'custom':
      return { from: search.from ?? today, to: search.to ?? today };
    default:
      return { from: today, to: today };
  }
}

/**
 * What the server is asked. Today is left out: the server knows its business day best, and a number
 * that is searched for without days is found on any day.
 */
export function filterOf(search: OrderSearch, today: string): OrderFilter {
  const { search: words, staffId, tenderCode } = search;
  return {
    ...(words ? { search: words } : {}),
    ...(search.days ? daysOf(search, today) : {}),
    ...(staffId ? { staffId } : {}),
    ...(tenderCode ? { tenderCode } : {}),
  };
}

/** How many of the filters behind the button are on. */
export function activeFilters(search: OrderSearch): number {
  return (search.staffId ? 1 : 0) + (search.tenderCode ? 1 : 0);
}
