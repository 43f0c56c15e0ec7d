import { expect, it } from 'vitest';
import type { Item, ItemTile } from '#/api/types';
import { withStock } from './use-server-follower';

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
