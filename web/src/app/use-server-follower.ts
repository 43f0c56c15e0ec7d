import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { basketQuery, isBasketChange } from '#/api/basket';
import { get } from '#/api/client';
import { gaps, useServerEvent } from '#/api/events';
import { recallCount } from '#/api/observer';
import { refusalText } from '#/api/refusal';
import { alertQuery, catalogueQuery, type CatalogueCopy } from '#/api/queries';
import type { Item, ItemTile, ServerEvents } from '#/api/types';
import { showNotice } from '#/lib/notice';

/** From here on reading the whole catalogue again is cheaper than piece by piece. */
const ONE_BY_ONE_MAX = 6;

/** A tile with the stock that the piece has now. */
export function withStock(tile: ItemTile, piece: Item): ItemTile {
  const stores = new Set(piece.otherStoreStock.filter((stock) => stock.available > 0).map((stock) => stock.storeNo));
  return {
    ...tile,
    stopped: piece.stopped,
    available: piece.sizes.reduce((sum, size) => sum + size.available, 0),
    otherStores: stores.size,
    sizes: piece.sizes.map(({ sizeCode, available, reserved, barcode, price }) => ({ sizeCode, available, reserved, barcode, price })),
  };
}

/** Writes fresh stock of some pieces into the till's copy of the catalogue. */
function patch(copy: CatalogueCopy | undefined, fresh: Map<string, Item>): CatalogueCopy | undefined {
  if (!copy) return copy;
  const items = copy.items.map((tile) => {
    const piece = fresh.get(tile.itemNo);
    return piece ? withStock(tile, piece) : tile;
  });
  return { ...copy, items };
}

/**
 * Reads the basket again, once no change of it is under way: a change brings the basket along, but not what another window
 * made of it in the same moment.
 */
function useBasketReader(): () => void {
  const client = useQueryClient();
  const isWanted = useRef(false);
  const isChanging = useIsMutating({ predicate: isBasketChange }) > 0;
  const read = useCallback(() => {
    isWanted.current = client.isMutating({ predicate: isBasketChange }) > 0;
    if (!isWanted.current) void client.invalidateQueries({ queryKey: basketQuery.queryKey });
  }, [client]);
  useEffect(() => {
    if (!isChanging && isWanted.current) read();
  }, [isChanging, read]);
  return read;
}

/** What may have changed while nothing was told: what is read anyway every now and then is not read for it. */
const MISSED = [['payment'], ['payment-attempt'], alertQuery.queryKey] as const;

/** Keeps what the till shows in step with what the server reports. */
export function useServerFollower(): void {
  const client = useQueryClient();
  const onStock = useCallback(
    async ({ itemNos }: ServerEvents['stock']) => {
      void client.invalidateQueries({ queryKey: ['item'] });
      if (itemNos.length === 0 || itemNos.length > ONE_BY_ONE_MAX) {
        await client.invalidateQueries({ queryKey: catalogueQuery.queryKey });
        return;
      }
      const answers = await Promise.allSettled(itemNos.map((itemNo) => get('/item/{itemNo}', { path: { itemNo }, notice: 'none' })));
      const fresh = new Map<string, Item>();
      for (const answer of answers) if (answer.status === 'fulfilled') fresh.set(answer.value.itemNo, answer.value);
      client.setQueryData(catalogueQuery.queryKey, (copy) => patch(copy, fresh));
    },
    [client],
  );
  const onAlert = useCallback(
    (numbers: ServerEvents['alert']) => {
      if (numbers.recall !== undefined) recallCount.set(numbers.recall);
      void client.invalidateQueries({ queryKey: alertQuery.queryKey });
    },
    [client],
  );
  // Money that was taken after all is told wherever the cashier is by then, and stays until it is read.
  const onPayment = useCallback(({ state }: ServerEvents['payment']) => {
    if (state === 'LATE_SUCCESS') showNotice('warning', refusalText({ key: 'payment.late_success' }), { isSticky: true });
  }, []);
  const onBasket = useBasketReader();
  useEffect(
    () =>
      gaps.subscribe(() => {
        onBasket();
        for (const queryKey of MISSED) void client.invalidateQueries({ queryKey });
      }),
    [client, onBasket],
  );
  useServerEvent('basket', onBasket);
  useServerEvent('stock', onStock);
  useServerEvent('payment', onPayment);
  useServerEvent('alert', onAlert);
}
