import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useAnsweredChange, useBasketChange } from '#/api/basket';
import { del, get, post, put } from '#/api/client';
import type { Expected } from '#/api/expected-basket';
import type { Share } from '#/widget/salesperson/shares';
import type { BasketLine, Customisation, Wanted, GiftChoice, PriceChange } from '#/api/types';

export interface NewLine {
  itemNo: string;
  sizeCode: string;
  quantity: number;
  /** Staff said yes to selling pieces that stock does not have. */
  sellBelowStock: boolean;
  /** What the till's own copy of the catalogue knows of it. */
  expected: Expected | null;
}

export interface Scan {
  code: string;
  sellBelowStock: boolean;
  expected: Expected | null;
}

export interface LineChange {
  lineId: string;
  quantity?: number;
  sizeCode?: string;
  note?: string;
  price?: number;
  reference?: string;
  stockNo?: string;
  certificateNos?: string[];
  /** Put on deposit, or bought now. */
  deposit?: boolean;
  /** Staff said yes to selling pieces that stock does not have. */
  sellBelowStock?: boolean;
}

export const useAddLine = () =>
  useBasketChange(
    ({ itemNo, sizeCode, quantity, sellBelowStock }: NewLine) => post('/basket/line', { body: { itemNo, sizeCode, quantity, sellBelowStock } }),
    ({ expected }) => expected,
  );

export const useChangeLine = () =>
  useBasketChange(
    ({ lineId, ...change }: LineChange) => put('/basket/line/{lineId}', { path: { lineId }, body: change }),
    ({ lineId, quantity }) => (quantity === undefined ? null : { kind: 'quantity', lineId, quantity }),
  );

export const useRemoveLine = () => useBasketChange((lineId: string) => del('/basket/line/{lineId}', { path: { lineId } }));

export const useEmptyBasket = () => useBasketChange(() => del('/basket'));

export const useNote = () => useBasketChange((note: string) => put('/basket/note', { body: { note } }));

/** What is said in the dialog that asks for it, and nowhere else. */
export const useEntry = () =>
  useBasketChange(({ lineId, ...change }: LineChange) => put('/basket/line/{lineId}', { path: { lineId }, body: change, notice: 'none' }));

export const useFlight = () => useBasketChange((flightNo: string) => put('/basket/flight', { body: { flightNo }, notice: 'none' }));

/** Who sells a line, with their shares; nobody named: whoever sells the basket. */
export const useLineSalesperson = () =>
  useBasketChange(({ lineId, shares }: { lineId: string; shares: Share[] }) =>
    shares.length === 0
      ? del('/basket/line/{lineId}/salesperson', { path: { lineId }, notice: 'none' })
      : put('/basket/line/{lineId}/salesperson', { path: { lineId }, body: { shares }, notice: 'none' }),
  );

/** Takes a discount off a line, or off the basket when none is named. */
export const useTakeDiscount = () =>
  useBasketChange((lineId: string | null) =>
    lineId === null ? del('/basket/discount') : del('/basket/line/{lineId}/discount', { path: { lineId } }),
  );

export const useListedPrice = () => useBasketChange((lineId: string) => del('/basket/line/{lineId}/price', { path: { lineId } }));

/** Staff saw the new prices: only what was seen counts. */
export const useConfirmPrices = () =>
  useBasketChange(({ toDate, totalAfter }: PriceChange) => post('/basket/price', { body: { date: toDate, total: totalAfter.minor } }));

export const useChooseGift = () => useBasketChange((choice: GiftChoice) => post('/basket/gift', { body: choice, notice: 'none' }));

/** Takes the gift out, or the notice that it is gone. */
export const useRemoveGift = () => useBasketChange(() => del('/basket/gift'));

export const reasonQuery = queryOptions({
  queryKey: ['discountReason'],
  queryFn: ({ signal }) => get('/discount-reason', { signal, notice: 'none' }),
  staleTime: 5 * 60_000,
});

export const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: ({ signal }) => get('/basket/waiting', { signal, notice: 'none' }),
  // Other tills park and resume, too.
  refetchInterval: 30_000,
});

/** The list of waiting baskets is another one after each of these, also when they were refused. */
function useWaitingChange<V>(change: ReturnType<typeof useBasketChange<V>>) {
  const client = useQueryClient();
  const renew = (): void => void client.invalidateQueries({ queryKey: waitingQuery.queryKey });
  return { ...change, mutate: (variables: V, done?: () => void) => change.mutate(variables, { onSuccess: () => done?.(), onSettled: renew }) };
}

export const usePark = () => useWaitingChange(useBasketChange<void>(() => post('/basket/park')));

export const useResume = () => useWaitingChange(useBasketChange((basketId: string) => post('/basket/resume', { body: { basketId } })));

/** Ends a colleague's reservation. */
export const useReleaseReservation = () =>
  useMutation({
    mutationFn: (reservation: { terminalNo: string; itemNo: string; sizeCode: string }) =>
      post('/inventory/stock/release', { body: reservation }),
  });

/** As it was: the customer had checked it. */
const wantedAgain = (made: Customisation): Wanted => ({
  text: made.text,
  side: made.side,
  symbol: made.symbol,
  messageLines: made.messageLines,
  medals: made.medals.map(({ itemNo }) => itemNo),
  textChecked: true,
});

/** Puts a removed line back, with what was entered for it. Discounts and weights are given anew. */
export const usePutBack = () =>
  useBasketChange(async (line: BasketLine) => {
    const { itemNo, sizeCode, quantity, note, reference, stockNo, certificateNos } = line;
    const basket = line.customisation
      ? await post('/basket/customised', { body: { itemNo, sizeCode, wanted: wantedAgain(line.customisation) } })
      : await post('/basket/line', { body: { itemNo, sizeCode, quantity, sellBelowStock: line.belowStock > 0 } });
    const added = basket.lines.findLast((entry) => entry.itemNo === itemNo && entry.sizeCode === sizeCode && !entry.isGift && !entry.deposit);
    const entered = {
      ...(note === '' ? {} : { note }),
      ...(reference === '' ? {} : { reference }),
      ...(stockNo === '' ? {} : { stockNo }),
      ...(certificateNos.length === 0 ? {} : { certificateNos }),
      // Pieces that joined another line are bought with that.
      ...(line.deposit && added?.quantity === quantity ? { deposit: true } : {}),
      ...(line.priceSource === 'KEYED' && line.unitPrice ? { price: line.unitPrice.minor } : {}),
    };
    if (!added) return basket;
    const path = { lineId: added.lineId };
    const shares = line.salespeople.map(({ staffId, percent }) => ({ staffId, percent }));
    // Pieces that joined another line are sold by whoever sells that.
    const isApart = shares.length > 0 && added.quantity === quantity;
    const shared = !isApart ? basket : await put('/basket/line/{lineId}/salesperson', { path, body: { shares } });
    return Object.keys(entered).length === 0 ? shared : put('/basket/line/{lineId}', { path, body: entered });
  });

/** A scanned or typed code: a line in the basket, or a question about the size. */
export const useScan = () =>
  useAnsweredChange(
    ({ code, sellBelowStock }: Scan) => post('/basket/scan', { body: { code, sellBelowStock } }),
    {
      basketOf: (answer) => answer.basket,
      expect: ({ expected }) => expected,
      asks: (answer) => answer.choice !== null || answer.isGiftCard,
    },
  );
