import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, getDocument, post } from '#/api/client';
import { address } from '#/api/operation';
import type { CrmGiftGrant } from '#/api/types';
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

export const giftsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer-gifts', customerId],
    queryFn: ({ signal }) => get('/customer/{customerId}/gift', { path: { customerId }, signal, notice: 'none' }),
    staleTime: 0,
  });

/** What may be granted to a customer today: others may grant, and sell, meanwhile. */
export const giftChoicesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer-gift-choices', customerId],
    queryFn: ({ signal }) => get('/customer/{customerId}/gift/choice', { path: { customerId }, signal, notice: 'none' }),
    staleTime: 0,
    gcTime: 0,
  });

/** Puts a gift on the customer's record. */
export function useGrantGift(customerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CrmGiftGrant) => post('/customer/{customerId}/gift', { path: { customerId }, body, notice: 'none' }),
    onSettled: () => client.invalidateQueries({ queryKey: giftsQuery(customerId).queryKey }),
  });
}

export interface GiftStep {
  crmGiftId: string;
  step: 'issue' | 'use';
}

/** Issues a gift from the customer's record, or hands over what was issued. */
export function useGiftStep(customerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ crmGiftId, step }: GiftStep) => {
      const path = { customerId, crmGiftId };
      return step === 'issue'
        ? post('/customer/{customerId}/gift/{crmGiftId}/issue', { path })
        : post('/customer/{customerId}/gift/{crmGiftId}/use', { path });
    },
    onSettled: () => client.invalidateQueries({ queryKey: giftsQuery(customerId).queryKey }),
  });
}

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
