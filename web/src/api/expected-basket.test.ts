import { describe, expect, it } from 'vitest';
import { basketShown, expectations, expectChange, type Expected } from './expected-basket';
import { endSession, startSession } from './session-store';
import type { Basket, BasketLine, ItemTile, TileSize } from './types';

const price = { minor: 45_000, currency: 'EUR' } as const;
const size: TileSize = { sizeCode: '52', available: 3, reserved: 0, barcode: '1', price };
const item: ItemTile = {
  itemNo: 'RG-2001',
  name: 'Orée',
  collectionCode: null,
  collectionName: null,
  itemClass: 'RING',
  itemClassName: 'Rings',
  imageUrl: '/pictures/a.svg',
  price,
  available: 3,
  otherStores: 0,
  stopped: false,
  isNoStock: false,
  sizes: [size],
};
const line: BasketLine = {
  lineId: 'a',
  itemNo: 'RG-2001',
  name: 'Orée',
  sizeCode: '52',
  imageUrl: '/pictures/a.svg',
  quantity: 1,
  reservedQuantity: 1,
  belowStock: 0,
  salespeople: [],
  maxQuantity: 3,
  unitPrice: price,
  listedPrice: null,
  priceSource: 'LISTED',
  gross: price,
  discount: { minor: 0, currency: 'EUR' },
  discounts: [],
  manualDiscount: null,
  net: price,
  weight: null,
  reference: '',
  stockNo: '',
  certificateNos: [],
  needs: [],
  isGift: false,
  deposit: false,
  vatRate: 2000,
  note: '',
  giftCardLastFour: null,
  isGiftCardTopUp: false,
  isNoStock: false,
      customisation: null,
  actions: [
    { name: 'increase', refusal: null },
    { name: 'decrease', refusal: { key: 'sale.quantity_below_one', params: {}, field: null } },
  ],
};
function basket(lines: BasketLine[], state: Basket['state'] = 'OPEN'): Basket {
  return {
    basketId: 'b',
    basketNo: 1,
    state,
    version: 1,
    currency: 'EUR',
    kind: 'SALE',
    purpose: 'GOODS',
    depositId: null,
    salesperson: null,
    salespeople: [],
    salespersonRefusal: null,
    customer: null,
    note: '',
    lines,
    pieces: lines.reduce((sum, one) => sum + one.quantity, 0),
    subtotal: price,
    discount: price,
    basketDiscount: null,
    packages: [],
    hints: [],
    discountApproximate: false,
    priceChange: null,
    giftRemoved: false,
    needsFlight: false,
    flightNo: '',
    total: price,
    deposit: null,
    vat: [],
    leaseUntil: null,
    restorable: false,
    blockedBy: null,
  };
}
const add: Expected = { kind: 'add', item, size };

it('ends with the session in which it was asked for', () => {
  startSession('t1');
  expectChange(add);
  expect(expectations.get()).toEqual([add]);
  endSession();
  expect(expectations.get()).toEqual([]);
});

describe('what is asked for stands in the basket at once', () => {
  it('shows a piece that nobody has confirmed, with the price of its size and nothing reserved', () => {
    const shown = basketShown(basket([]), [add]);
    expect(shown).toMatchObject({ isExpected: true, pieces: 1, lines: [{ key: 'RG-2001/52', isExpected: true, quantity: 1, reservedQuantity: 0, net: price }] });
  });
  it('stands apart from a gift and from a piece that has a line of its own', () => {
    const apart: BasketLine = { ...line, actions: [{ name: 'increase', refusal: { key: 'sale.one_piece_a_line', params: {}, field: null } }] };
    const shown = basketShown(basket([{ ...line, isGift: true }, { ...apart, lineId: 'b' }]), [add]).lines;
    expect(shown.map(({ key, quantity }) => [key, quantity])).toEqual([
      ['RG-2001/52', 1],
      ['RG-2001/52/2', 1],
      ['RG-2001/52/3', 1],
    ]);
  });
  it('stands apart from a piece that somebody else sells', () => {
    const seller = { staffId: 'leo', name: 'Léo Blanc', initials: 'LB', percent: 100 };
    const shown = basketShown(basket([{ ...line, salespeople: [seller] }]), [add]).lines;
    expect(shown.map(({ quantity, salespeople }) => [quantity, salespeople.length])).toEqual([
      [1, 1],
      [1, 0],
    ]);
  });
  it('stands apart from a piece that is put on deposit', () => {
    const shown = basketShown(basket([{ ...line, deposit: true }]), [add]).lines;
    expect(shown.map(({ quantity, deposit }) => [quantity, deposit])).toEqual([
      [1, true],
      [1, false],
    ]);
  });
  it('keeps its place and key when the server confirms it', () => {
    const expected = basketShown(basket([]), [add]).lines[0];
    const confirmed = basketShown(basket([line]), []).lines[0];
    expect([confirmed?.key, confirmed?.isExpected]).toEqual([expected?.key, false]);
  });
  it('joins the line of the same piece, and two scans are two pieces', () => {
    const shown = basketShown(basket([line]), [{ ...add }, { ...add }]);
    expect(shown.lines).toHaveLength(1);
    expect(shown.lines[0]).toMatchObject({ lineId: 'a', quantity: 3, isExpected: true });
    expect(shown.pieces).toBe(3);
  });
  it('counts a step down from what is shown and not from what the server last said', () => {
    const up = basketShown(basket([line]), [{ kind: 'quantity', lineId: 'a', quantity: 2 }]);
    expect(up.lines[0]).toMatchObject({ quantity: 2 });
    // One piece could not become fewer; two can.
    expect(up.lines[0]?.actions.find(({ name }) => name === 'decrease')?.refusal).toBeNull();
  });
  it('leaves every amount as the server said it', () => {
    const shown = basketShown(basket([line]), [add]);
    expect([shown.total, shown.subtotal, shown.lines[0]?.net]).toEqual([price, price, price]);
  });
  it('expects nothing while the basket is paid', () => {
    expect(basketShown(basket([line], 'PAYING'), [add])).toMatchObject({ isExpected: false, pieces: 1 });
  });
  it('forgets a line that is gone', () => {
    expect(basketShown(basket([]), [{ kind: 'quantity', lineId: 'a', quantity: 2 }]).lines).toEqual([]);
  });
});
