import type { components } from '#/api/schema';
import { whatIsSaid, writtenText } from '#/lib/page-search';

export type CashReport = components['schemas']['CashReportView'];
export type CashReportState = CashReport['state'];

/** Where reports can stand, those that wait first. */
export const STATES = ['OVERDUE', 'DUE', 'REPORTED'] as const satisfies readonly CashReportState[];

/** The address of the page as state. */
export interface CashReportSearch {
  search?: string;
  state?: CashReportState;
  /** The report whose pane is open. */
  report?: string;
}

export type CashReportFilter = Pick<CashReportSearch, 'search' | 'state'>;

export function readCashReportSearch(raw: Record<string, unknown>): CashReportSearch {
  return whatIsSaid<CashReportSearch>({
    search: writtenText(raw['search']),
    state: STATES.find((known) => known === raw['state']),
    report: writtenText(raw['report']),
  });
}
