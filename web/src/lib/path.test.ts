import { describe, expect, it } from 'vitest';
import { api, page, safeRedirect } from './path';

describe('paths', () => {
  it('spells pages and calls as the specification does', () => {
    expect(page).toMatchInlineSnapshot(`
      {
        "login": "/session/login",
        "order": "/order",
        "orderHistory": "/order/orderHistory",
        "root": "/",
        "sale": "/sale",
        "setup": "/session/setup",
      }
    `);
    expect(api.terminalTempData('T2')).toBe('/api/v1/temp-data/terminal/right/T2');
    expect(api.changeQuantity).toBe('/api/v1/inventory/stock/change-quantity');
    expect(api.alertNumbers).toBe('/api/v1/alert/getAlertNum');
  });
  it('escapes what comes from outside', () => {
    expect(api.item('RING/52 #1')).toBe('/api/v1/item/RING%2F52%20%231');
    expect(api.orders({ search: 'a&b', from: '2026-11-14' })).toBe('/api/v1/order?search=a%26b&from=2026-11-14');
  });
  it('leaves out what is not set', () => {
    expect(api.items({ cursor: null, limit: 200 })).toBe('/api/v1/item?limit=200');
    expect(api.orders()).toBe('/api/v1/order');
  });
});

describe('safeRedirect', () => {
  it.each([
    ['/order/orderHistory?from=2026-11-14#a', '/order/orderHistory?from=2026-11-14#a'],
    ['/pos/order', '/order'],
    ['/pos', '/'],
  ])('follows %s', (redirect, target) => expect(safeRedirect(redirect, page.sale)).toBe(target));
  it.each([
    undefined,
    '',
    'https://evil.example/pos/sale',
    '//evil.example/sale',
    '/\\evil.example',
    '/pos//evil.example',
    'javascript:alert(1)',
    '/session/login?redirect=/sale',
    '/pos/session/login',
  ])('does not follow %s', (redirect) => expect(safeRedirect(redirect, page.sale)).toBe(page.sale));
});
