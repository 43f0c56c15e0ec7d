import { formatMoney, type Currency } from '#/lib/money';
import type { Unmatched } from './queries';

/** By what an entry is known in the address of the page. */
export function entryOf({ attemptId, reference, statementNo, terminalNo, tenderCode, attempted, at }: Unmatched): string {
  if (attemptId !== null) return attemptId;
  if (statementNo !== null) return [statementNo, terminalNo, tenderCode, attempted?.currency, at].join('.');
  return `${reference}.${at}`;
}

/** An amount that a terminal or an acquirer told; its currency may be one that is not sold in. */
export const foreignAmount = ({ minor, currency }: Unmatched['told'][number]): string =>
  formatMoney({ minor, currency: currency as Currency });
