import type { DepositRow } from '#/api/types';
import { addDays } from '#/lib/date';
import { whatIsSaid, writtenText } from '#/lib/page-search';

/** Which deposits are shown; those that are kept have no name in the address. */
const NAMED = ['READY', 'DUE_SOON', 'OVERDUE', 'SETTLED'] as const;
export const STATUSES = ['LIVE', ...NAMED] as const;
export type DepositStatus = (typeof STATUSES)[number];

/** Where pieces that are not the store's own come from. */
export const SOURCES = ['OTHER_STORE', 'TO_BE_PRODUCED'] as const;
export type DepositSource = (typeof SOURCES)[number];

/** What the address of the page says: it survives reload and the way back. */
export interface DepositSearch {
  search?: string;
  status?: (typeof NAMED)[number];
  /** Only those that wait for pieces from there. */
  source?: DepositSource;
  /** The deposit whose pane is open. */
  deposit?: string;
}

/** Reads the address; what it does not understand is left out. */
export function readDepositSearch(raw: Record<string, unknown>): DepositSearch {
  return whatIsSaid<DepositSearch>({
    search: writtenText(raw['search']),
    status: NAMED.find((known) => known === raw['status']),
    source: SOURCES.find((known) => known === raw['source']),
    deposit: writtenText(raw['deposit']),
  });
}

export interface DepositFilter {
  status: DepositStatus;
  search?: string;
  source?: DepositSource;
}

/** What the server is asked. */
export const filterOf = ({ search, status, source }: DepositSearch): DepositFilter => ({
  status: status ?? 'LIVE',
  ...(search ? { search } : {}),
  ...(source ? { source } : {}),
});

/** The number of a deposit as it stands on its papers: `D-PAR01-000012`. */
const DOCUMENT_NO = /^D-[^\s-]+-\d{6,}$/i;
export const isDocumentNo = (code: string): boolean => DOCUMENT_NO.test(code.trim());

/** What was paid of the whole, what was handed over included, in whole per cent for the bar. */
export function paidPercent({ total, balance }: Pick<DepositRow, 'total' | 'balance'>): number {
  if (total.minor <= 0) return 100;
  const percent = Number((BigInt(total.minor - balance.minor) * 100n) / BigInt(total.minor));
  return Math.min(100, Math.max(0, percent));
}

type Standing = Pick<DepositRow, 'state' | 'balance'> & { isBeingPaid: boolean };
export type DepositAction = 'pay' | 'handOver' | 'moveDay' | 'cancel' | 'reprice';

/** Whether nothing can be done with a deposit any more. */
export const isOver = (state: DepositRow['state']): boolean => state === 'SETTLED' || state === 'CANCELLED';

/** Why something cannot be done with a deposit now; the key of the server's refusal. The server decides; this says it before. */
export function actionRefusal(action: DepositAction, { state, balance, isBeingPaid }: Standing): string | null {
  if (isOver(state)) return 'deposit.not_open';
  if (isBeingPaid) return 'deposit.being_paid';
  return action === 'pay' && balance.minor <= 0 ? 'deposit.nothing_left_to_pay' : null;
}

const TERM_DAYS = 30;

/** The last day that is offered: another month after the last day so far, or from today when that has passed. */
export const laterDay = (expiresOn: string, today: string): string => addDays(expiresOn > today ? expiresOn : today, TERM_DAYS);
