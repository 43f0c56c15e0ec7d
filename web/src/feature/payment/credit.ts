import { get, post } from '#/api/client';
import type { Money, Refusal } from '#/api/types';

/** What a customer has of a credit, as far as paying with it asks. */
export interface CreditStanding {
  /** What can be spent here now. */
  usable: Money;
  /** Above this amount of a basket a code is needed. */
  codeAbove: Money;
  /** Where a code would go; `null` without an address. */
  codeTo: string | null;
  /** Why none of it can be spent here. */
  refusal: Refusal | null;
}

interface Code {
  codeId: string;
  code: string;
}

/** A credit that customers have and that pays: its words are those of the same name of the catalogue `payment`. */
export interface Credit {
  name: 'recycling' | 'loyalty';
  load: (customerId: string, signal: AbortSignal) => Promise<CreditStanding>;
  /** Has a code sent to the customer. */
  send: (customerId: string) => Promise<{ codeId: string }>;
  /** Proves with the code that the customer is there. */
  enter: (customerId: string, code: Code) => Promise<{ reference: string }>;
}

export const RECYCLING: Credit = {
  name: 'recycling',
  load: async (customerId, signal) => {
    const { balance, codeAbove, codeTo } = await get('/customer/{customerId}/recycling-credit', { path: { customerId }, signal, notice: 'none' });
    return { usable: balance, codeAbove, codeTo: codeTo ?? null, refusal: null };
  },
  send: (customerId) => post('/customer/{customerId}/recycling-credit/code', { path: { customerId }, notice: 'none', isKeyed: false }),
  enter: (customerId, body) => post('/customer/{customerId}/recycling-credit/code/verify', { path: { customerId }, body, notice: 'none', isKeyed: false }),
};

export const LOYALTY: Credit = {
  name: 'loyalty',
  load: async (customerId, signal) => {
    const { usable, codeAbove, codeTo, refusal } = await get('/customer/{customerId}/loyalty', { path: { customerId }, signal, notice: 'none' });
    return { usable, codeAbove, codeTo: codeTo ?? null, refusal: (refusal as Refusal | null | undefined) ?? null };
  },
  send: (customerId) => post('/customer/{customerId}/loyalty/code', { path: { customerId }, notice: 'none', isKeyed: false }),
  enter: (customerId, body) => post('/customer/{customerId}/loyalty/code/verify', { path: { customerId }, body, notice: 'none', isKeyed: false }),
};
