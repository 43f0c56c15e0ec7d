import { whatIsSaid, writtenText } from '#/lib/page-search';
import type { Closing, ClosingKind } from './queries';

/** What a closing closes, the shortest first. */
export const KINDS = ['DAY', 'MONTH', 'YEAR'] as const satisfies readonly ClosingKind[];

/** The address of the page as state. */
export interface ClosingSearch {
  kind?: ClosingKind;
  year?: number;
  storeNo?: string;
  /** The number of the closing whose pane is open. */
  closing?: number;
}

function writtenNumber(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Reads the address; what it does not understand is left out. */
export function readClosingSearch(raw: Record<string, unknown>): ClosingSearch {
  const year = writtenNumber(raw['year']);
  return whatIsSaid<ClosingSearch>({
    kind: KINDS.find((known) => known === raw['kind']),
    year: year !== undefined && year <= 9999 ? year : undefined,
    storeNo: writtenText(raw['storeNo']),
    closing: writtenNumber(raw['closing']),
  });
}

export interface ClosingFilter {
  kind: ClosingKind;
  year?: number;
  storeNo?: string;
}

/** What the server is asked. */
export const closingFilterOf = ({ kind = 'DAY', year, storeNo }: ClosingSearch): ClosingFilter => whatIsSaid<ClosingFilter>({ kind, year, storeNo });

/** Whether something is wrong with a closing. */
export const isBroken = ({ proof }: Pick<Closing, 'proof'>): boolean => proof === 'BROKEN';
