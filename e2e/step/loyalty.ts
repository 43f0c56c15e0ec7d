import { change } from './till.js';

export interface Account {
  customerId: string;
  name: string;
  balance: { minor: number; currency: string };
  endsFirst: { amount: { minor: number } } | null;
}

/** A member who has as much credit at least, in cents, and can be mailed a code. */
export async function memberWith(minor: number, user: string): Promise<Account> {
  const { items } = (await change(user, 'GET', '/loyalty?limit=200')) as unknown as { items: Account[] };
  for (const account of items) {
    if (account.balance.currency !== 'EUR' || account.balance.minor < minor) continue;
    const credit = (await change(user, 'GET', `/customer/${account.customerId}/loyalty`)) as unknown as { usable: { minor: number }; codeTo: string | null };
    if (credit.usable.minor >= minor && credit.codeTo !== null) return account;
  }
  throw new Error('nobody has loyalty credit');
}
