import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBasketChange } from '#/api/basket';
import { post, put } from '#/api/client';
import type { components } from '#/api/schema';
import type { Money } from '#/api/types';

type Schema = components['schemas'];

export type CheckedCard = Schema['CheckedGiftCardView'];
export type AvailableCard = Schema['AvailableGiftCardView'];
export type CardDetail = Schema['GiftCardDetailView'];
export type CardList = Schema['GiftCardListView'];
export type CardRow = Schema['GiftCardRowView'];
export type CardState = Schema['GiftCardState'];
export type CardAction = Schema['GiftCardAction'];
export type PrintedCard = Schema['PrintedGiftCardView'];
export type Channel = Schema['GiftCardCodeChannel'];

/** Number and code as they were entered. */
export interface EnteredCard {
  cardNo: string;
  code: string;
  channel: Channel;
}

/** Number and code are said in the form that asks for them, and nowhere else. */
export const useCheckCard = () => useMutation({ mutationFn: (body: EnteredCard) => post('/gift-card/check', { body, notice: 'none' }) });

export const useCheckAvailable = () =>
  useMutation({ mutationFn: ({ cardNo, code }: EnteredCard) => post('/gift-card/available', { body: { cardNo, code }, notice: 'none' }) });

/** A card that nobody has, for money that goes back: the store's switch is the one to take cards, not to sell them. */
export const useCheckForRefund = () =>
  useMutation({
    mutationFn: ({ cardNo, code }: EnteredCard) => post('/gift-card/available', { body: { cardNo, code, forRefund: true }, notice: 'none' }),
  });

export const useGetCode = () => useMutation({ mutationFn: (cardNo: string) => post('/gift-card/code', { body: { cardNo }, notice: 'none' }) });

interface Sale {
  /** The line that gets the card; a new one when none is named. */
  lineId: string | null;
  reference: string;
  amount: Money;
}

export const useSellCard = () =>
  useBasketChange(({ lineId, ...body }: Sale) =>
    lineId === null
      ? post('/basket/gift-card', { body, notice: 'none' })
      : put('/basket/gift-card/{lineId}', { path: { lineId }, body, notice: 'none' }),
  );

interface TopUp {
  reference: string;
  amount: Money;
}

export const useTopUpCard = () => useBasketChange((body: TopUp) => post('/basket/gift-card/top-up', { body, notice: 'none' }));

export const listKey = ['gift-card'] as const;
export const cardKey = (giftCardId: string) => [...listKey, giftCardId] as const;

export function useChangeState(giftCardId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { action: CardAction; reason: string; version: number }) =>
      post('/gift-card/{giftCardId}/state', { path: { giftCardId }, body, notice: 'none' }),
    onSuccess: (card) => {
      client.setQueryData(cardKey(giftCardId), card);
      return client.invalidateQueries({ queryKey: listKey, refetchType: 'active', predicate: ({ queryKey }) => queryKey[1] === 'list' });
    },
    onError: () => client.invalidateQueries({ queryKey: cardKey(giftCardId) }),
  });
}
