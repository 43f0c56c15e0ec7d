import { useMutation } from '@tanstack/react-query';
import { useAnsweredChange, useBasketChange } from '#/api/basket';
import { del, post, put } from '#/api/client';
import type { Expected } from '#/api/expected-basket';
import type { BasketLine } from '#/api/types';

export interface NewLine {
  itemNo: string;
  sizeCode: string;
  quantity: number;
  /** What the till's own copy of the catalogue knows of it. */
  expected: Expected | null;
}

export interface Scan {
  code: string;
  expected: Expected | null;
}

export interface LineChange {
  lineId: string;
  quantity?: number;
  sizeCode?: string;
  note?: string;
}

export const useAddLine = () =>
  useBasketChange(
    ({ itemNo, sizeCode, quantity }: NewLine) => post('/basket/line', { body: { itemNo, sizeCode, quantity } }),
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

export const useRestore = () => useBasketChange(() => post('/basket/restore'));

/** Ends a colleague's reservation. */
export const useReleaseReservation = () =>
  useMutation({
    mutationFn: (reservation: { terminalNo: string; itemNo: string; sizeCode: string }) =>
      post('/inventory/stock/release', { body: reservation }),
  });

/** Puts a removed line back, with its note. */
export const usePutBack = () =>
  useBasketChange(async (line: BasketLine) => {
    const { itemNo, sizeCode, quantity, note } = line;
    const basket = await post('/basket/line', { body: { itemNo, sizeCode, quantity } });
    const added = basket.lines.find((entry) => entry.itemNo === itemNo && entry.sizeCode === sizeCode);
    return note !== '' && added ? put('/basket/line/{lineId}', { path: { lineId: added.lineId }, body: { note } }) : basket;
  });

/** A scanned or typed code: a line in the basket, or a question about the size. */
export const useScan = () =>
  useAnsweredChange(
    ({ code }: Scan) => post('/basket/scan', { body: { code } }),
    (answer) => answer.basket,
    ({ expected }) => expected,
  );
