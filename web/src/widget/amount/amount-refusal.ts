import type { Money, Refusal } from '#/api/types';

/** Why this amount cannot be paid on something that comes to `most`. The server decides; this says it before. */
export function amountRefusal(minor: number | null, most: Money): Refusal | null {
  if (minor === null || minor <= 0) return { key: 'deposit.amount_not_positive' };
  return minor > most.minor ? { key: 'deposit.amount_above_total', params: { balance: most } } : null;
}
