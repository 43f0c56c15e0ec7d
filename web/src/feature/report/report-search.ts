import { namedDays, writtenDays, type Days } from '#/lib/days';
import { whatIsSaid, writtenText } from '#/lib/page-search';

/** Days that a report can be asked for by name; without one it is about today. */
export const DAY_PRESETS = ['yesterday', 'week', 'month', 'custom'] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

/** What the address of the page says: it survives reload and the way back. */
export interface ReportSearch {
  days?: DayPreset;
  from?: string;
  to?: string;
  storeNo?: string;
}

/** Reads the address; what it does not understand is left out. */
export const readReportSearch = (raw: Record<string, unknown>): ReportSearch =>
  whatIsSaid<ReportSearch>({ ...writtenDays(raw, DAY_PRESETS), storeNo: writtenText(raw['storeNo']) });

/** The days that are shown, both included. */
export const daysOf = (search: ReportSearch, today: string): Days =>
  search.days ? namedDays(search.days, search, today) : { from: today, to: today };

/** What the server is asked. */
export interface ReportFilter extends Days {
  storeNo?: string;
}

export const filterOf = (search: ReportSearch, today: string): ReportFilter =>
  whatIsSaid<ReportFilter>({ ...daysOf(search, today), storeNo: search.storeNo });
