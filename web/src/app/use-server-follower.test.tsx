import { useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { basketQuery, useBasketChange } from '#/api/basket';
import { post } from '#/api/client';
import { isListening, listenToServer } from '#/api/events';
import { alertQuery } from '#/api/queries';
import { startSession } from '#/api/session-store';
import type { Item, ItemTile } from '#/api/types';
import { basket } from '../test-basket';
import { around, done, later, serve } from '../test-server';
import { useServerFollower, withStock } from './use-server-follower';

let stop = (): void => undefined;
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** A till that listens, with the end of the stream at which the server speaks. */
async function listening(answers: Parameters<typeof serve>[0]) {
  startSession('t1');
  const streams: ReadableStreamDefaultController[] = [];
  const calls = serve({
    'GET /events': () => new Response(new ReadableStream({ start: (body) => void streams.push(body) })),
    'GET /alert/getAlertNum': () => done({ recall: 0 }),
    'GET /basket': () => done(basket()),
    ...answers,
  });
  const { result } = renderHook(() => {
    useServerFollower();
    return {
      basket: useQuery(basketQuery),
      alert: useQuery(alertQuery),
      park: useBasketChange<void>(() => post('/basket/park')),
    };
  }, around());
  stop = listenToServer();
  await waitFor(() => expect(isListening.get() && result.current.basket.isSuccess && result.current.alert.isSuccess).toBe(true));
  const tell = (name: string): void => streams.at(-1)?.enqueue(new TextEncoder().encode(`event: ${name}\ndata: {}\n\n`));
  const tear = (): void => streams.at(-1)?.error(new TypeError('network'));
  const count = (path: string): number => calls.filter((call) => call.method === 'GET' && call.path === path).length;
  return { result, tell, tear, count };
}

it('reads the basket after its own change, when it was told meanwhile that the basket changed', async () => {
  const { promise, come } = later();
  const { result, tell, count } = await listening({ 'POST /basket/park': () => promise });
  act(() => result.current.park.mutate());
  tell('basket');
  await act(() => new Promise((follow) => setTimeout(follow, 20)));
  expect(count('/basket')).toBe(1);
  await act(async () => come(done(basket({ version: 2 }))));
  await waitFor(() => expect(count('/basket')).toBe(2));
  tell('basket');
  await waitFor(() => expect(count('/basket')).toBe(3));
});

it('reads again what may have changed while nothing was told', async () => {
  const { tear, count } = await listening({});
  expect([count('/basket'), count('/alert/getAlertNum')]).toEqual([1, 1]);
  tear();
  await waitFor(() => expect([count('/basket'), count('/alert/getAlertNum')]).toEqual([2, 2]), { timeout: 3000 });
});

it('takes the stock of the piece and keeps the rest of the tile', () => {
  const price = { minor: 16_500, currency: 'EUR' } as const;
  const tile: ItemTile = {
    itemNo: 'RG-2001',
    name: 'Orée',
    collectionCode: null,
    collectionName: null,
    itemClass: 'RING',
    itemClassName: 'Rings',
    imageUrl: '/pictures/a.svg',
    price,
    available: 5,
    otherStores: 0,
    stopped: false,
    isNoStock: false,
    sizes: [{ sizeCode: '52', available: 5, reserved: 0, barcode: '1', price }],
  };
  const size = { barcode: null, onHand: 3, price, reservedBy: [], inTransit: [] };
  const stock = { storeName: 'Lyon', city: 'Lyon', sizeCode: '52', travelDays: null };
  const piece: Item = {
    itemNo: 'RG-2001',
    name: 'Orée',
    collectionName: null,
    itemClassName: 'Rings',
    productType: '',
    imageUrl: '',
    story: '',
    weightMg: 0,
    stopped: false,
    sizes: [
      { ...size, sizeCode: '50', available: 1, reserved: 0 },
      { ...size, sizeCode: '52', available: 1, reserved: 2 },
    ],
    otherStoreStock: [
      { ...stock, storeNo: 'LY1', available: 2 },
      { ...stock, storeNo: 'LY1', sizeCode: '54', available: 1 },
      { ...stock, storeNo: 'NI1', available: 0 },
    ],
  };
  expect(withStock(tile, piece)).toEqual({
    ...tile,
    available: 2,
    otherStores: 1,
    sizes: [
      { sizeCode: '50', available: 1, reserved: 0, barcode: null, price },
      { sizeCode: '52', available: 1, reserved: 2, barcode: null, price },
    ],
  });
});
