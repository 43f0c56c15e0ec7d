import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { get } from '#/api/client';
import type { components } from '#/api/schema';

type Schema = components['schemas'];

export type Account = Schema['LoyaltyAccountView'];
export type Lot = Schema['LoyaltyLotView'];

const KEY = ['loyalty'] as const;
const PAGE = 50;

/** Which accounts are wanted. */
export interface Wanted {
  search: string;
  /** Only those of whom something ends within so many days. */
  endingWithin: string;
}

/** What is filled in, as the server is asked for it. */
export const queryOf = ({ search, endingWithin }: Wanted) => ({
  ...(search && { search }),
  ...(endingWithin && { endingWithin: Number(endingWithin) }),
});

export function useAccounts(wanted: Wanted) {
  return useInfiniteQuery({
    queryKey: [...KEY, 'list', wanted],
    queryFn: ({ pageParam, signal }) =>
      get('/loyalty', { query: { ...queryOf(wanted), limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal, notice: 'none' }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** What is asked for is one account: a customer's in a currency. */
export const pathOf = ({ customerId, balance }: Account) => ({ customerId, currencyCode: balance.currency });

export const accountQuery = (account: Account) =>
  queryOptions({
    queryKey: [...KEY, 'account', account.customerId, account.balance.currency],
    queryFn: ({ signal }) => get('/loyalty/{customerId}/{currencyCode}', { path: pathOf(account), signal, notice: 'none' }),
    staleTime: 0,
  });

/** What a customer has in this store. */
export const creditQuery = (customerId: string) =>
  queryOptions({
    queryKey: [...KEY, 'credit', customerId],
    queryFn: ({ signal }) => get('/customer/{customerId}/loyalty', { path: { customerId }, signal, notice: 'none' }),
    staleTime: 0,
  });

/** What the basket at work means for its customer's credit: asked again with each of its versions. */
export const basketLoyaltyQuery = (basketId: string | null, version: number, customerId: string) =>
  queryOptions({
    queryKey: [...KEY, 'basket', basketId, version, customerId],
    queryFn: ({ signal }) => get('/basket/loyalty', { signal, notice: 'none' }),
    placeholderData: (before) => before,
  });
