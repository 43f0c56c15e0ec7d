import { describe, expect, it } from 'vitest';
import { page, safeRedirect } from './path';

describe('paths', () => {
  it('spells pages as the specification does', () => {
    expect(page).toMatchInlineSnapshot(`
      {
        "cashReport": "/other/cashReport",
        "customized": "/customized",
        "deposit": "/deposit",
        "drawer": "/other/drawer",
        "giftCard": "/other/giftCard",
        "login": "/session/login",
        "loyalty": "/other/loyalty",
        "order": "/order",
        "orderHistory": "/order/orderHistory",
        "other": "/other",
        "receipt": "/receipt/$code",
        "recycling": "/other/recycling",
        "recyclingPrint": "/recyclingPrint",
        "report": "/report",
        "root": "/",
        "sale": "/sale",
        "setting": "/setting",
        "settingSection": "/setting/$section",
        "setup": "/session/setup",
        "statement": "/statement",
        "statementManagement": "/statement/management",
        "taxFree": "/other/taxFree",
      }
    `);
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
