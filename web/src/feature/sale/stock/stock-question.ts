import { ApiError } from '#/api/refusal';
import { token } from '#/api/session-store';
import { signal, type Signal } from '#/lib/signal';

/** Pieces that stock does not have: the store sells them all the same when staff say yes. */
export interface StockQuestion {
  itemName: string;
  sizeCode: string;
  available: number;
  missing: number;
  /** Asks for the same again, with the yes. */
  again: () => void;
}

/** Questions that nobody answered yet, the oldest first. */
export const stockQuestions: Signal<readonly StockQuestion[]> = signal<readonly StockQuestion[]>([]);

// Nobody answers what somebody before was asked.
token.subscribe(() => {
  if (token.get() === null) stockQuestions.set([]);
});

/** Whether a refusal is the question about stock; then it is put, and a yes asks for the same again. */
export function askAboutStock(error: unknown, again: () => void): boolean {
  if (!(error instanceof ApiError) || error.key !== 'sale.stock_confirm') return false;
  const params = error.refusal?.params ?? {};
  stockQuestions.set([
    ...stockQuestions.get(),
    {
      itemName: String(params['itemName'] ?? ''),
      sizeCode: String(params['sizeCode'] ?? ''),
      available: Number(params['available'] ?? 0),
      missing: Number(params['missing'] ?? 1),
      again,
    },
  ]);
  return true;
}

/** The oldest question was answered. */
export function answerStockQuestion(): void {
  stockQuestions.set(stockQuestions.get().slice(1));
}
