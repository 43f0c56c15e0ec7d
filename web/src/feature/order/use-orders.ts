import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { get } from '#/api/client';
import type { OrderRow } from '#/api/types';
import { addDays } from '#/lib/date';
import type { OrderFilter } from '#/lib/path';
import { listLength, rowsBefore } from '#/widget/list/list-length';

const PAGE_ROWS = 200;
const LOOK_FOR_NEW_MS = 30_000;
/** How far back the last day with orders is looked for. */
const LOOK_BACK_DAYS = 400;

const ordersQuery = (filter: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: ['orders', filter],
    queryFn: ({ pageParam, signal }) =>
      get('/order', { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}), limit: PAGE_ROWS }, signal, notice: 'none' }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // Rows that arrive while someone reads must not push the others away.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 60_000,
  });

/** Number and sum of all orders of a filter: of a long list they take longer than its first page. */
const summaryQuery = (filter: OrderFilter) =>
  queryOptions({
    queryKey: ['orders-summary', filter],
    queryFn: ({ signal }) => get('/order/summary', { query: filter, signal, notice: 'none' }),
    // It belongs to the list as it was read.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 60_000,
  });

/** The orders of a filter, page by page, newest first. */
export function useOrders(filter: OrderFilter) {
  const query = useInfiniteQuery(ordersQuery(filter));
  const { data: summary } = useQuery(summaryQuery(filter));
  const pages = query.data?.pages;
  const rows = useMemo<OrderRow[]>(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const length = listLength(rows.length, query.hasNextPage, summary?.total);
  return { query, rows, length, paid: summary ? [summary.paid, ...summary.paidElsewhere] : [] };
}

/** How many orders came since the list was read, whose first is `newest`; reading it again shows them. */
export function useNewOrders(filter: OrderFilter, newest: string | undefined, isEnabled: boolean) {
  const client = useQueryClient();
  const { data: count } = useQuery({
    queryKey: ['orders-new', filter, newest],
    queryFn: async ({ signal }) => {
      const read = async (limit: number) =>
        (await get('/order', { query: { ...filter, limit }, signal, notice: 'none' })).items.map((row) => row.orderId);
      const [first] = await read(1);
      return first === undefined || first === newest ? 0 : rowsBefore(await read(PAGE_ROWS), newest);
    },
    enabled: isEnabled && newest !== undefined,
    initialData: 0,
    refetchInterval: LOOK_FOR_NEW_MS,
    staleTime: LOOK_FOR_NEW_MS,
    gcTime: 0,
  });
  const show = (): void => {
    void client.resetQueries({ queryKey: ['orders', filter] });
    void client.resetQueries({ queryKey: ['orders-summary', filter] });
  };
  return { count, show };
}

/** The last day before `before` on which there was an order. */
export function useLastDay(before: string, isEnabled: boolean): string | null {
  const { data } = useQuery({
    queryKey: ['orders-last-day', before],
    queryFn: async ({ signal }) => {
      const filter = { from: addDays(before, -LOOK_BACK_DAYS), to: addDays(before, -1), limit: 1 };
      const page = await get('/order', { query: filter, signal, notice: 'none' });
      return page.items[0]?.businessDate ?? null;
    },
    enabled: isEnabled,
    staleTime: 60_000,
  });
  return data ?? null;
}
