import { describe, expect, it } from 'vitest';
import { address } from './operation';

describe('the address of an operation', () => {
  it('escapes what comes from outside', () => {
    expect(address('/item/{itemNo}', { path: { itemNo: 'RING/52 #1' } })).toBe('/api/v1/item/RING%2F52%20%231');
    expect(address('/order', { query: { search: 'a&b', from: '2026-11-14' } })).toBe(
      '/api/v1/order?search=a%26b&from=2026-11-14',
    );
  });
  it('leaves out what is blank', () => {
    expect(address('/item', { query: { search: '', limit: 200 } })).toBe('/api/v1/item?limit=200');
    expect(address('/order')).toBe('/api/v1/order');
  });
});
