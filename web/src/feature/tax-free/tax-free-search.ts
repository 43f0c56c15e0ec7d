import type { TaxFreeRow } from '#/api/types';
import { whatIsSaid, writtenText } from '#/lib/page-search';

/** Where forms can stand, those that wait for somebody first. */
export const STATES = ['ISSUING', 'VOIDING', 'ISSUED', 'VALIDATED', 'REFUNDED', 'VOIDED', 'EXPIRED', 'FAILED'] as const satisfies readonly TaxFreeRow['state'][];

/** The address of the page as state. */
export interface TaxFreeSearch {
  search?: string;
  state?: (typeof STATES)[number];
  form?: string;
}

export function readTaxFreeSearch(raw: Record<string, unknown>): TaxFreeSearch {
  return whatIsSaid<TaxFreeSearch>({
    search: writtenText(raw['search']),
    state: STATES.find((known) => known === raw['state']),
    form: writtenText(raw['form']),
  });
}
