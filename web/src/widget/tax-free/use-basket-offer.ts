import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { del, get, put } from '#/api/client';
import type { ShownBasket } from '#/api/expected-basket';
import { useMay } from '#/api/permission';
import type { TaxFreeOffer, TaxFreeStart } from '#/api/types';

const KEY = ['tax-free', 'basket'] as const;

/** What the basket would come to on a form, and who is taken down for it; asked anew when it changes. */
export function useBasketOffer({ basketId, total, customer, pieces, lines, state, isExpected }: ShownBasket) {
  const may = useMay('taxfree.issue');
  return useQuery({
    queryKey: [...KEY, basketId, pieces, total.minor, customer?.customerId ?? null],
    queryFn: ({ signal }) => get('/basket/tax-free', { signal, notice: 'none' }),
    enabled: may && lines.length > 0 && state === 'OPEN' && !isExpected,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Whoever is taken down is shown by all that asked. */
function useKept() {
  const client = useQueryClient();
  return (offer: TaxFreeOffer): void => void client.setQueriesData({ queryKey: KEY }, offer);
}

export function usePrepare() {
  const keep = useKept();
  return useMutation({
    mutationFn: (traveller: TaxFreeStart['traveller']) => put('/basket/tax-free', { body: { traveller }, notice: 'none' }),
    onSuccess: keep,
  });
}

export function useForget() {
  const keep = useKept();
  return useMutation({ mutationFn: () => del('/basket/tax-free', { notice: 'auto' }), onSuccess: keep });
}
