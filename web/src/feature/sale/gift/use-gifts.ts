import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '#/api/client';
import type { ShownBasket } from '#/api/expected-basket';
import type { Gifts } from '#/api/types';

/**
 * What the basket has earned. Asked anew when what earns it changes: pieces, total or customer; not
 * while the server has yet to say what they are.
 */
export function useGifts(basket: ShownBasket) {
  const { basketId, total, customer, pieces, lines, state, isExpected } = basket;
  return useQuery({
    queryKey: ['gift', basketId, pieces, total.minor, customer?.customerId ?? null],
    queryFn: ({ signal }) => get('/basket/gift', { signal, notice: 'none' }),
    enabled: lines.length > 0 && state === 'OPEN' && !isExpected,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** How many gifts may be chosen from: of campaigns that are earned, and still there. Who buys may be asked for then. */
export function choicesOf(gifts: Gifts | undefined): number {
  const earned = (gifts?.campaigns ?? []).filter(({ refusal }) => refusal === null || refusal.key === 'sale.customer_first');
  const itemNos = earned.flatMap((campaign) => campaign.gifts.filter(({ available }) => available > 0).map(({ itemNo }) => itemNo));
  return new Set(itemNos).size;
}
