import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { get } from '#/api/client';
import type { OrderRow } from '#/api/types';
import type { OrderFilter } from '#/lib/path';
import { addDays } from './order-search';

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

/** The orders of a filter, page by page, newest first. */
export function useOrders(filter: OrderFilter) {
  const query = useInfiniteQuery(ordersQuery(filter));
  const pages = query.data?.pages;
  const rows = useMemo<OrderRow[]>(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const first = pages?.[0];
  return { query, rows, total: first?.total ?? 0, paid: first ? [first.paid, ...first.paidElsewhere] : [] };
}

/** How many orders came since the list was read; reading it again shows them. */
export function useNewOrders(filter: OrderFilter, total: number, isEnabled: boolean) {
  const client = useQueryClient();
  const latest = useQuery({
    queryKey: ['orders-total', filter],
    queryFn: async ({ signal }) => (await get('/order', { query: { ...filter, limit: 1 }, signal, notice: 'none' })).total,
    enabled: isEnabled,
    refetchInterval: LOOK_FOR_NEW_MS,
    staleTime: LOOK_FOR_NEW_MS,
    gcTime: 0,
  });
  return {
    count: Math.max(0, (latest.data ?? total) - total),
    show: () => void client.resetQueries({ queryKey: ['orders', filter] }),
  };
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
