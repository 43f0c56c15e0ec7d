import { namedDays, writtenDays, type Days } from '#/lib/days';
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
  /** The statement that holds the orders. */
  statementNo?: string;
  /** The order whose pane is open. */
  order?: string;
}

/** Reads the address; what it does not understand is left out. */
export function readOrderSearch(raw: Record<string, unknown>): OrderSearch {
  return whatIsSaid<OrderSearch>({
    search: writtenText(raw['search']),
    ...writtenDays(raw, DAY_PRESETS),
    staffId: writtenText(raw['staffId']),
    tenderCode: writtenText(raw['tenderCode']),
    statementNo: writtenText(raw['statementNo']),
    order: writtenText(raw['order']),
  });
}

/** Whether all days are shown: those of a statement, which holds late orders of earlier days too. */
export function isAnyDay(search: OrderSearch): boolean {
  return search.days === undefined && search.statementNo !== undefined;
}

/** The days that are shown, both included, unless all are. */
export function daysOf(search: OrderSearch, today: string): Days {
  return search.days ? namedDays(search.days, search, today) : { from: today, to: today };
}

/**
 * What the server is asked. Today is left out: the server knows its business day best, and a number
 * that is searched for without days is found on any day.
 */
export function filterOf(search: OrderSearch, today: string): OrderFilter {
  const { search: words, staffId, tenderCode, statementNo } = search;
  return {
    ...(words ? { search: words } : {}),
    ...(search.days ? daysOf(search, today) : {}),
    ...(staffId ? { staffId } : {}),
    ...(tenderCode ? { tenderCode } : {}),
    ...(statementNo ? { statementNo } : {}),
  };
}

/** How many of the filters behind the button are on. */
export function activeFilters(search: OrderSearch): number {
  return (search.staffId ? 1 : 0) + (search.tenderCode ? 1 : 0);
}
