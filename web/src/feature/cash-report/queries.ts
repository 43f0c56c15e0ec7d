import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, post } from '#/api/client';
import { alertQuery } from '#/api/queries';
import type { components } from '#/api/schema';
import type { CashReportFilter } from './cash-report-search';

export type Filing = components['schemas']['FileCashReportRequest'];

const PAGE_ROWS = 50;

export const cashReportsQuery = (filter: CashReportFilter) =>
  infiniteQueryOptions({
    queryKey: ['cash-report', filter],
    queryFn: ({ pageParam, signal }) =>
      get('/cash-report', { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}), limit: PAGE_ROWS }, signal, notice: 'none' }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Notes that a report was filed. Refused, it may have been filed or amended elsewhere: the list is read again in any case. */
export function useFile(cashReportId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Filing) => post('/cash-report/{cashReportId}/filing', { path: { cashReportId }, body, notice: 'none' }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['cash-report'] });
      void client.invalidateQueries({ queryKey: alertQuery.queryKey });
    },
  });
}
