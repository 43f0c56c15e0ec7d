import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { get, getDocument, post } from '#/api/client';
import { address } from '#/api/operation';
import { base64 } from '#/lib/photo';

const MINUTE_MS = 60_000;

/** Page after page of the customers whom a term finds. */
export const searchQuery = (term: string) =>
  infiniteQueryOptions({
    queryKey: ['customer-search', term],
    queryFn: ({ signal, pageParam }) =>
      post('/customer/search', { body: { term, after: pageParam }, signal, isKeyed: false, notice: 'none' }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextAfter,
    enabled: term !== '',
    staleTime: 10_000,
  });

/** What is known of a customer. Others may change it: it is asked for whenever it is shown. */
export const customerQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer', customerId],
    queryFn: ({ signal }) => get('/customer/{customerId}', { path: { customerId }, signal, notice: 'none' }),
    staleTime: 0,
  });

export const purchasesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer-purchases', customerId],
    queryFn: ({ signal }) => get('/customer/{customerId}/purchase', { path: { customerId }, signal, notice: 'none' }),
    staleTime: 0,
  });

/** The countries with their telephone codes. */
export const areasQuery = queryOptions({
  queryKey: ['customer-areas'],
  queryFn: ({ signal }) => get('/customer/area', { signal, notice: 'none' }),
  staleTime: 60 * MINUTE_MS,
});

/** The photograph as a source for `img`; none while it loads, or when there is none. */
export function usePhoto(customerId: string, photoId: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['customer-photo', customerId, photoId],
    queryFn: async () => {
      const photo = await getDocument(address('/customer/{customerId}/photo', { path: { customerId } }));
      return `data:image/jpeg;base64,${await base64(photo)}`;
    },
    enabled: photoId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: MINUTE_MS,
  });
  return photoId === null ? null : (data ?? null);
}
