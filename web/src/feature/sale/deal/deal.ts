import type { ShownBasket, ShownLine } from '#/api/expected-basket';

/** What is done to a line beyond its quantity, size and note. */
export type LineDealKind = 'price' | 'weight' | 'keyed' | 'reference' | 'stockNo' | 'certificate' | 'salesperson';

/** A dialog of the basket. Lines are named, not held: the basket moves on behind a dialog. */
export type Deal =
  | { kind: LineDealKind; lineId: string }
  /** On a line, or on the basket when none is named. */
  | { kind: 'discount' | 'explain'; lineId: string | null }
  /** With the number of a card that was scanned. */
  | { kind: 'giftCard'; lineId: string | null; cardNo?: string }
  | { kind: 'package'; applicationNo: number }
  | { kind: 'deposit' | 'taxFree' | 'flight' | 'gift' | 'waiting' | 'priceCheck' };

/** The line that a dialog is about; `null` when it is about none, `undefined` when the line is gone. */
export function lineOf(deal: Deal, basket: Pick<ShownBasket, 'lines'>): ShownLine | null | undefined {
  if (!('lineId' in deal) || deal.lineId === null) return null;
  return basket.lines.find((line) => line.lineId === deal.lineId);
}
