import { namedDays, writtenDays, type Days } from '#/lib/days';
import { whatIsSaid, writtenText } from '#/lib/page-search';
import type { StatementState } from './queries';

/** Days that are asked for by name; without one all are shown. */
export const DAY_PRESETS = ['week', 'month', 'custom'] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

export const STATES = ['OPEN', 'CALCULATED', 'COUNTED', 'POSTING', 'POSTED'] as const satisfies readonly StatementState[];

/** What the address of the page says: it survives reload and the way back. */
export interface StatementSearch {
  days?: DayPreset;
  from?: string;
  to?: string;
  state?: StatementState;
  storeNo?: string;
  /** The statement whose pane is open. */
  statement?: string;
}

/** Reads the address; what it does not understand is left out. */
export function readStatementSearch(raw: Record<string, unknown>): StatementSearch {
  return whatIsSaid<StatementSearch>({
    ...writtenDays(raw, DAY_PRESETS),
    state: STATES.find((known) => known === raw['state']),
    storeNo: writtenText(raw['storeNo']),
    statement: writtenText(raw['statement']),
  });
}

/** The days that are shown, both included; none when all are. */
export const daysOf = (search: StatementSearch, today: string): Days | null =>
  search.days ? namedDays(search.days, search, today) : null;

export interface StatementFilter {
  storeNo?: string;
  state?: StatementState;
  from?: string;
  to?: string;
}

/** What the server is asked. */
export const filterOf = (search: StatementSearch, today: string): StatementFilter =>
  whatIsSaid<StatementFilter>({ storeNo: search.storeNo, state: search.state, ...(daysOf(search, today) ?? { from: undefined, to: undefined }) });

export const isFiltered = ({ days, state, storeNo }: StatementSearch): boolean => Boolean(days ?? state ?? storeNo);
