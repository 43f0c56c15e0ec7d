import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSignal } from '#/lib/signal';
import { get } from './client';
import { basketShown, expectations, expectChange, forgetChange, type Expected, type ShownBasket } from './expected-basket';
import { noteBasket } from './intent';
import { SELL, useMay } from './permission';
import type { Basket } from './types';

export const basketQuery = queryOptions({
  queryKey: ['basket'],
  queryFn: async ({ signal }) => {
    const basket = await get('/basket', { signal, notice: 'none' });
    noteBasket(basket);
    return basket;
  },
  staleTime: 30_000,
});

/** The basket of this till; nothing for whoever does not sell. */
export function useBasket(): Basket | undefined {
  const maySell = useMay(SELL);
  return useQuery({ ...basketQuery, enabled: maySell }).data;
}

/** Keeps the newest basket: answers may overtake each other, versions may not. */
export function keepBasket(client: QueryClient, basket: Basket): void {
  const kept = client.setQueryData(basketQuery.queryKey, (known) =>
    known && known.basketId === basket.basketId && known.version > basket.version ? known : basket,
  );
  if (kept) noteBasket(kept);
}

/** The basket of this till with what was asked for and not answered yet. */
export function useShownBasket() {
  const { data: basket, error, refetch } = useQuery(basketQuery);
  const expected = useSignal(expectations);
  const shown: ShownBasket | undefined = useMemo(() => basket && basketShown(basket, expected), [basket, expected]);
  return { basket: shown, error, refetch };
}

/**
 * A change of the basket. Changes go one after the other, in the order in which they were asked.
 * With `expect`, what it will make of the lines is shown until the server has said so or refused.
 */
export function useBasketChange<V>(send: (variables: V) => Promise<Basket>, expect?: (variables: V) => Expected | null) {
  return useAnsweredChange(send, (basket) => basket, expect);
}

/** Like `useBasketChange`, for answers that hold more than the basket, or none. */
export function useAnsweredChange<V, A>(
  send: (variables: V) => Promise<A>,
  basketOf: (answer: A) => Basket | null,
  expect?: (variables: V) => Expected | null,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    scope: { id: 'basket' },
    onMutate: (variables) => {
      const expected = expect?.(variables) ?? null;
      if (expected) expectChange(expected);
      return expected;
    },
    // In one breath, so that a line is neither missing nor shown twice.
    onSuccess: (answer, _, expected) => {
      const basket = basketOf(answer);
      if (basket) keepBasket(client, basket);
      if (expected) forgetChange(expected);
    },
    // A refusal, or no answer: what the server holds is what counts.
    onError: (_error, _variables, expected) => {
      if (expected) forgetChange(expected, true);
      return client.invalidateQueries({ queryKey: basketQuery.queryKey });
    },
  });
}
