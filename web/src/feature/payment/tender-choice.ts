import type { Money, Payment, Refusal, Tender } from '#/api/types';

/** The tender that stands for every card: the terminal reports the brand afterwards. */
const GENERIC_CARD = 'CARD';

/** The tiles: one for each way of paying, one for all cards. */
export function tiles(tenders: readonly Tender[]): Tender[] {
  const cards = tenders.filter((tender) => tender.type === 'CARD');
  const card =
    cards.find((tender) => tender.code === GENERIC_CARD) ?? cards.find((tender) => tender.refusal === null) ?? cards[0];
  return [...(card ? [card] : []), ...tenders.filter((tender) => tender.type !== 'CARD')];
}

/** Notes and coins, own or foreign. */
const isCash = ({ type }: Tender): boolean => type === 'CASH' || type === 'FX_CASH';

/** What closes the balance with this tender: cash is rounded, a card is not. */
export function closingOf(tender: Tender, payment: Payment): Money {
  return isCash(tender) ? payment.cashRemaining : payment.remaining;
}

/** Why this amount cannot be taken with this tender. The server decides; this says it before. */
export function amountRefusal(tender: Tender, payment: Payment, minor: number): Refusal | null {
  const closing = closingOf(tender, payment).minor;
  const over = minor - closing;
  if (minor <= 0) return { key: 'payment.amount_not_positive' };
  if (over > 0) {
    if (!tender.overTenderAllowed) return { key: 'payment.over_tender' };
    const limit = tender.maximumOverTender;
    return limit && over > limit.minor ? { key: 'payment.over_tender_limit', params: { limit } } : null;
  }
  // An amount between the balance and what is rounded up would close it at the wrong price.
  const isBetween = over < 0 && minor >= payment.remaining.minor;
  if (over < 0 && (!tender.underTenderAllowed || isBetween)) return { key: 'payment.under_tender' };
  return null;
}

export interface QuickAmount {
  kind: 'remaining' | 'half' | 'amount';
  money: Money;
}

/** Amounts to offer above the keypad. Those for cash come from the server. */
export function quickAmounts(tender: Tender, payment: Payment): QuickAmount[] {
  const closing = closingOf(tender, payment);
  if (isCash(tender)) {
    return payment.quickAmounts.map((money) => ({ kind: money.minor === closing.minor ? 'remaining' : 'amount', money }));
  }
  const half = (closing.minor - (closing.minor % 2)) / 2;
  const all: QuickAmount[] = [{ kind: 'remaining', money: closing }];
  if (tender.underTenderAllowed && half > 0) all.push({ kind: 'half', money: { ...closing, minor: half } });
  return all;
}
