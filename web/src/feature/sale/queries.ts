import { useQueryClient, useMutation } from '@tanstack/react-query';
import { keepBasket, useBasketChange } from '#/api/basket';
import { del, post, put } from '#/api/client';
import type { Basket, BasketLine, ScanAnswer } from '#/api/types';
import { api } from '#/lib/path';

export interface NewLine {
  itemNo: string;
  sizeCode: string;
  quantity: number;
}

export interface LineChange {
  lineId: string;
  quantity?: number;
  sizeCode?: string;
  note?: string;
}

export const useAddLine = () => useBasketChange((line: NewLine) => post<Basket>(api.basketLines, line));

export const useChangeLine = () =>
  useBasketChange(({ lineId, ...change }: LineChange) => put<Basket>(api.basketLine(lineId), change));

export const useRemoveLine = () => useBasketChange((lineId: string) => del<Basket>(api.basketLine(lineId)));

export const useEmptyBasket = () => useBasketChange(() => del<Basket>(api.basket));

export const useNote = () => useBasketChange((note: string) => put<Basket>(api.basketNote, { note }));

export const useRestore = () => useBasketChange(() => post<Basket>(api.basketRestore));

/** Ends a colleague's reservation. */
export const useReleaseReservation = () =>
  useMutation({
    mutationFn: (reservation: { terminalNo: string; itemNo: string; sizeCode: string }) =>
      post(api.releaseReservation, reservation),
  });

/** Puts a removed line back, with its note. */
export const usePutBack = () =>
  useBasketChange(async (line: BasketLine) => {
    const { itemNo, sizeCode, quantity, note } = line;
    const basket = await post<Basket>(api.basketLines, { itemNo, sizeCode, quantity });
    const added = basket.lines.find((entry) => entry.itemNo === itemNo && entry.sizeCode === sizeCode);
    return note !== '' && added ? put<Basket>(api.basketLine(added.lineId), { note }) : basket;
  });

/** A scanned or typed code: a line in the basket, or a question about the size. */
export function useScan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => post<ScanAnswer>(api.basketScan, { code }),
    scope: { id: 'basket' },
    onSuccess: (answer) => {
      if (answer.basket) keepBasket(client, answer.basket);
    },
  });
}
