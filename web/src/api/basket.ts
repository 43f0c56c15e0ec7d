import { queryOptions, useMutation, useQueryClient, type QueryClient, useQuery } from '@tanstack/react-query';
import { get } from './client';
import { SELL, useMay } from './permission';
import type { Basket } from './types';

export const basketQuery = queryOptions({
  queryKey: ['basket'],
  queryFn: ({ signal }) => get('/basket', { signal, notice: 'none' }),
  staleTime: 30_000,
});

/** The basket of this till; nothing for whoever does not sell. */
export function useBasket(): Basket | undefined {
  const maySell = useMay(SELL);
  return useQuery({ ...basketQuery, enabled: maySell }).data;
}

/** Keeps the newest basket: answers may overtake each other, versions may not. */
export function keepBasket(client: QueryClient, basket: Basket): void {
  client.setQueryData(basketQuery.queryKey, (known) =>
    known && known.basketId === basket.basketId && known.version > basket.version ? known : basket,
  );
}

/** A change of the basket. Changes go one after the other, in the order in which they were asked. */
export function useBasketChange<V>(send: (variables: V) => Promise<Basket>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    scope: { id: 'basket' },
    onSuccess: (basket) => keepBasket(client, basket),
    // A refusal, or no answer: what the server holds is what counts.
    onError: () => client.invalidateQueries({ queryKey: basketQuery.queryKey }),
  });
}
