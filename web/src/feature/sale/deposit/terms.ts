import { queryOptions } from '@tanstack/react-query';
import { get, post } from '#/api/client';
import type { ShownBasket } from '#/api/expected-basket';
import type { Basket, DepositKind, Money } from '#/api/types';

/** On which terms the pieces of the basket would be kept: asked anew for each state of the basket. */
export const termsQuery = ({ basketId, version }: Pick<ShownBasket, 'basketId' | 'version'>) =>
  queryOptions({
    queryKey: ['deposit-terms', basketId, version],
    queryFn: ({ signal }) => get('/basket/deposit', { signal, notice: 'none' }),
    staleTime: 0,
    gcTime: 0,
  });

/** A deposit as it is agreed with the customer. */
export interface Agreed {
  amount: Money;
  kind: DepositKind;
  expiresOn: string;
}

/** Locks the basket for the payment of a deposit, and answers with it. */
export async function startDeposit(agreed: Agreed, approvalId: string | null): Promise<Basket> {
  await post('/basket/deposit', { body: { ...agreed, approvalId }, notice: 'none' });
  return get('/basket', { notice: 'none' });
}
