import type { BasketLine, Money } from '#/api/types';

/** What a line would cost without what lowers it, to be struck through; none when nothing does. Nothing is computed: both are the server's. */
export function struckPrice(line: Pick<BasketLine, 'listedPrice' | 'quantity' | 'gross' | 'discount' | 'isGift'>): Money | null {
  if (line.isGift) return null;
  if (line.listedPrice && line.quantity === 1) return line.listedPrice;
  return line.discount.minor === 0 ? null : line.gross;
}

/** Whether there is more to say about a price than that it is the listed one. */
export function isExplained(line: Pick<BasketLine, 'discounts' | 'priceSource' | 'manualDiscount'>): boolean {
  return line.discounts.length > 0 || line.manualDiscount !== null || line.priceSource === 'OVERRIDDEN' || line.priceSource === 'WEIGHT';
}

/** The applications of packages that a line is part of, once each. */
export function applicationsOf(line: Pick<BasketLine, 'discounts'>): number[] {
  return [...new Set(line.discounts.flatMap(({ applicationNo }) => applicationNo ?? []))];
}

/** What a line can be given besides what it is: entries that it asks for, or that were made before. */
export function entriesOf(line: Pick<BasketLine, 'needs' | 'priceSource' | 'reference' | 'stockNo' | 'certificateNos' | 'giftCardLastFour'>) {
  return [
    { kind: 'keyed', need: 'price', isMade: line.priceSource === 'KEYED' },
    { kind: 'reference', need: 'reference', isMade: line.reference !== '' },
    { kind: 'stockNo', need: 'stockNo', isMade: line.stockNo !== '' },
    { kind: 'certificate', need: 'certificate', isMade: line.certificateNos.length > 0 },
    { kind: 'giftCard', need: 'cardNumber', isMade: line.giftCardLastFour !== null },
  ].filter(({ need, isMade }) => isMade || line.needs.some((one) => one === need)) as { kind: EntryKind; need: BasketLine['needs'][number]; isMade: boolean }[];
}

export type EntryKind = 'keyed' | 'reference' | 'stockNo' | 'certificate' | 'giftCard';
