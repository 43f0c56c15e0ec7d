import { signal, type Signal } from '#/lib/signal';
import { token } from './session-store';
import type { Basket, BasketLine, ItemTile, TileSize } from './types';

/** What a change that was asked for will make of the lines, unless the server refuses it. */
export type Expected =
  | { kind: 'add'; item: ItemTile; size: TileSize }
  | { kind: 'quantity'; lineId: string; quantity: number };

export type ShownLine = BasketLine & {
  /** Stays the same when the server confirms the line. */
  key: string;
  /** Whether the server has yet to confirm what is shown. */
  isExpected: boolean;
};

/** The basket as it is shown: the server's, and on it what was asked for and not answered yet. */
export type ShownBasket = Omit<Basket, 'lines'> & { lines: ShownLine[]; isExpected: boolean };

/** What was asked for and not answered yet, in the order in which it was asked. */
export const expectations: Signal<readonly Expected[]> = signal<readonly Expected[]>([]);

// Whoever comes next has asked for nothing, and of what still waited nothing is sent any more.
token.subscribe(() => {
  if (token.get() === null) expectations.set([]);
});

export function expectChange(change: Expected): void {
  expectations.set([...expectations.get(), change]);
}

/** How many changes of the basket were answered with something to read first since the till was opened: a refusal, a question. */
export const answersToRead: Signal<number> = signal(0);

/** A change was refused, or its answer is a question. */
export function noteAnswerToRead(): void {
  answersToRead.set(answersToRead.get() + 1);
}

/** The server answered: what it says takes the place of what was expected. */
export function forgetChange(change: Expected): void {
  expectations.set(expectations.get().filter((one) => one !== change));
}

export const pieceKey = (itemNo: string, sizeCode: string): string => `${itemNo}/${sizeCode}`;

/** Whoever wants to change a line that the server does not know yet waits until it does. */
const UNKNOWN_YET = { key: 'sale.reserving', params: {}, field: null };
const ACTIONS = ['increase', 'decrease', 'changeSize', 'note', 'remove', 'discount', 'salesperson', 'deposit'] as const;

function newLine(item: ItemTile, size: TileSize, currency: Basket['currency']): BasketLine {
  return {
    lineId: `expected ${pieceKey(item.itemNo, size.sizeCode)}`,
    itemNo: item.itemNo,
    name: item.name,
    sizeCode: size.sizeCode,
    imageUrl: item.imageUrl,
    quantity: 1,
    reservedQuantity: 0,
    belowStock: 0,
    maxQuantity: 1,
    unitPrice: size.price,
    listedPrice: null,
    priceSource: size.price && 'LISTED',
    gross: size.price,
    // What packages give is the server's to say.
    discount: { minor: 0, currency },
    discounts: [],
    manualDiscount: null,
    net: size.price,
    weight: null,
    reference: '',
    stockNo: '',
    certificateNos: [],
    needs: [],
    isGift: false,
    deposit: false,
    salespeople: [],
    vatRate: 0,
    note: '',
    isNoStock: item.isNoStock,
    giftCardLastFour: null,
    isGiftCardTopUp: false,
    customisation: null,
    actions: ACTIONS.map((name) => ({ name, refusal: UNKNOWN_YET })),
  };
}

/**
 * A line with a quantity that the server has yet to confirm. What it costs then is the server's to
 * say, so the old amount stays until it does; what stopped the old quantity does not stop the new.
 */
function withQuantity(line: BasketLine, quantity: number): BasketLine {
  const isQuantity = (name: string): boolean => name === 'increase' || name === 'decrease';
  const isKnown = line.actions.some((action) => action.refusal === null);
  return {
    ...line,
    quantity,
    actions: isKnown ? line.actions.map((action) => (isQuantity(action.name) ? { ...action, refusal: null } : action)) : line.actions,
  };
}

/** A gift is a line of its own, and so is each piece that is weighed, numbered, priced, sold apart or put on deposit. */
function isApart(line: BasketLine): boolean {
  return line.isGift || line.deposit || line.salespeople.length > 0 || line.actions.some(({ name, refusal }) => name === 'increase' && refusal?.key === 'sale.one_piece_a_line');
}

function apply(lines: BasketLine[], change: Expected, currency: Basket['currency']): BasketLine[] {
  if (change.kind === 'quantity') {
    return lines.map((line) => (line.lineId === change.lineId ? withQuantity(line, change.quantity) : line));
  }
  const { item, size } = change;
  const isSame = (line: BasketLine): boolean => line.itemNo === item.itemNo && line.sizeCode === size.sizeCode && !isApart(line);
  const same = lines.find(isSame);
  if (same) return lines.map((line) => (line === same ? withQuantity(line, line.quantity + 1) : line));
  return [...lines, newLine(item, size, currency)];
}

/** Lays what is expected over the server's basket. Amounts stay the server's: the till computes none. */
export function basketShown(basket: Basket, expected: readonly Expected[]): ShownBasket {
  const changes = basket.state === 'OPEN' ? expected : [];
  const before = new Map(basket.lines.map((line) => [line.lineId, line]));
  const lines = changes.reduce((known, change) => apply(known, change, basket.currency), basket.lines);
  const seen = new Map<string, number>();
  const keyOf = ({ itemNo, sizeCode }: BasketLine): string => {
    const key = pieceKey(itemNo, sizeCode);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key}/${count}`;
  };
  return {
    ...basket,
    pieces: basket.pieces + lines.reduce((sum, line) => sum + line.quantity - (before.get(line.lineId)?.quantity ?? 0), 0),
    isExpected: changes.length > 0,
    lines: lines.map((line) => ({
      ...line,
      key: keyOf(line),
      isExpected: before.get(line.lineId) !== line,
    })),
  };
}
