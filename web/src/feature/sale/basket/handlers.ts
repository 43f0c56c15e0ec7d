import type { ShownLine as Line } from '#/api/expected-basket';
import type { Deal } from '../deal/deal';

export interface LineHandlers {
  onSelect: (lineId: string | null) => void;
  onQuantity: (line: Line, quantity: number) => void;
  onRemove: (line: Line) => void;
  /** Puts it on deposit, or buys it now after all. */
  onDeposit: (line: Line) => void;
  onSize: (line: Line) => void;
  onNote: (line: Line) => void;
  onDeal: (deal: Deal) => void;
  onRefused: (line: Line, reason: string) => void;
}
