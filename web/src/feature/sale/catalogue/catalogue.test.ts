import { describe, expect, it } from 'vitest';
import type { ItemTile } from '#/api/types';
import { nextIndex } from './ProductGrid';
import { expectedPiece } from './expected-piece';
import { exactItem, facets, indexItems, matching } from './search';
import { onlySize, stockOf } from './stock';

function piece(change: Partial<ItemTile>): ItemTile {
  return {
    itemNo: 'BR-1042',
    name: 'Méridienne bangle, gold vermeil',
    collectionCode: 'C1',
    collectionName: 'Méridienne',
    itemClass: 'BANGLE',
    itemClassName: 'Bangles & cuffs',
    imageUrl: '',
    price: { minor: 45_000, currency: 'EUR' },
    available: 4,
    otherStores: 0,
    stopped: false,
    isNoStock: false,
    sizes: [{ sizeCode: '', available: 4, reserved: 0, barcode: '3700218840', price: { minor: 45_000, currency: 'EUR' } }],
    ...change,
  };
}

const ITEMS = [
  piece({}),
  piece({ itemNo: 'RG-2001', name: 'Orée solitaire ring, emerald', itemClass: 'RING', itemClassName: 'Rings', collectionCode: 'C2', collectionName: 'Orée' }),
  piece({ itemNo: 'RG-2002', name: 'Cœur ring', collectionName: 'Lune', itemClass: 'RING', itemClassName: 'Rings', available: 0 }),
];
const ALL = { term: '', collection: null, isAvailableOnly: false };
const found = (change: Partial<typeof ALL>): string[] =>
  matching(indexItems(ITEMS), { ...ALL, ...change }).map((item) => item.itemNo);

describe('searching the catalogue', () => {
  it.each([
    ['meridienne', ['BR-1042']],
    ['BANGLE gold', ['BR-1042']],
    ['oree em', ['RG-2001']],
    ['coeur', ['RG-2002']],
    ['rg-20', ['RG-2001', 'RG-2002']],
    ['  ', ['BR-1042', 'RG-2001', 'RG-2002']],
    ['zzz', []],
  ])('"%s" finds %o', (term, itemNos) => expect(found({ term })).toEqual(itemNos));
  it('filters by what is here', () => {
    expect(found({ isAvailableOnly: true })).toEqual(['BR-1042', 'RG-2001']);
  });
  it('counts classes, the largest first', () => {
    expect(facets(ITEMS, 'itemClass').map(({ name, count }) => [name, count])).toEqual([
      ['Rings', 2],
      ['Bangles & cuffs', 1],
    ]);
  });
  it('knows a number typed in full', () => {
    expect(exactItem(ITEMS, ' rg-2001 ')?.itemNo).toBe('RG-2001');
    expect(exactItem(ITEMS, '3700218840')?.itemNo).toBe('BR-1042');
    expect(exactItem(ITEMS, 'RG-200')).toBeUndefined();
  });
});

describe('what a tile says about stock', () => {
  const size = (available: number, reserved: number) => [{ sizeCode: '', available, reserved, barcode: null, price: null }];
  it.each([
    [piece({ available: 4 }), 0, { kind: 'inStock', count: 4 }],
    [piece({ available: 1 }), 0, { kind: 'lastOne' }],
    [piece({ available: 0, sizes: size(0, 1) }), 0, { kind: 'reserved' }],
    [piece({ available: 0, sizes: size(0, 1) }), 1, { kind: 'inBasket' }],
    [piece({ available: 0, otherStores: 2 }), 0, { kind: 'otherStores', count: 2 }],
    [piece({ available: 0 }), 0, { kind: 'none' }],
    [piece({ stopped: true }), 0, { kind: 'stopped' }],
    [piece({ price: null }), 0, { kind: 'noPrice' }],
    [piece({ isNoStock: true, available: 0 }), 0, { kind: 'noStock' }],
  ])('case %#', (item, inBasket, stock) => expect(stockOf(item, inBasket)).toEqual(stock));
  it('asks for a size only when there is a choice', () => {
    expect(onlySize([])).toBe('');
    expect(onlySize(size(1, 0))).toBe('');
    expect(onlySize([...size(1, 0), { sizeCode: '52', available: 1, reserved: 0, barcode: null, price: null }])).toBeNull();
  });
});

describe('what a code stands for', () => {
  const price = { minor: 9_000, currency: 'EUR' } as const;
  const size = (sizeCode: string, barcode: string | null, available: number) => ({ sizeCode, barcode, available, reserved: 0, price });
  const items = [
    piece({ itemNo: 'RG-1', sizes: [size('50', '150', 1), size('52', '152', 0)] }),
    piece({ itemNo: 'BR-2', sizes: [size('', '200', 1)] }),
    piece({ itemNo: 'GIFT', isNoStock: true, sizes: [size('', null, 0)] }),
    piece({ itemNo: 'NEW', sizes: [{ ...size('', '400', 1), price: null }] }),
  ];
  it.each([
    ['150', 'RG-1', '50'],
    [' 200 ', 'BR-2', ''],
    ['br-2', 'BR-2', ''],
    ['GIFT', 'GIFT', ''],
  ])('"%s" is expected as %s', (code, itemNo, sizeCode) => {
    expect(expectedPiece(items, { code })).toMatchObject({ item: { itemNo }, size: { sizeCode } });
  });
  it.each(['RG-1', '152', '400', '999'])('"%s" waits for the server: a choice, none left, no price, not known', (code) => {
    expect(expectedPiece(items, { code })).toBeNull();
  });
  it('a chosen size is one', () => {
    expect(expectedPiece(items, { itemNo: 'RG-1', sizeCode: '50' })).toMatchObject({ size: { barcode: '150' } });
    expect(expectedPiece(items, { itemNo: 'RG-1', sizeCode: '52' })).toBeNull();
  });
});

describe('arrow keys in the grid', () => {
  it('move by one and by a row, and stop at the edges', () => {
    expect(nextIndex('ArrowRight', 3, 20, 5, false)).toBe(4);
    expect(nextIndex('ArrowDown', 3, 20, 5, false)).toBe(8);
    expect(nextIndex('ArrowUp', 3, 20, 5, false)).toBe(3);
    expect(nextIndex('End', 3, 20, 5, false)).toBe(19);
    expect(nextIndex('a', 3, 20, 5, false)).toBeNull();
  });
  it('are mirrored from right to left', () => {
    expect(nextIndex('ArrowLeft', 3, 20, 5, true)).toBe(4);
    expect(nextIndex('ArrowRight', 3, 20, 5, true)).toBe(2);
  });
});
