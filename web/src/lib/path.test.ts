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
        "statementClosing": "/statement/management/closing",
        "statementManagement": "/statement/management",
        "statementUnmatched": "/statement/unmatched",
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
    // Other schemes, with what browsers take out before they read them.
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://evil.example/1',
    'file:///etc/passwd',
    'mailto:a@evil.example',
    'http:evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'http://evil.example',
    'ftp://evil.example',
    'ws://evil.example',
    // Other places without a scheme.
    '///evil.example',
    '////evil.example',
    '/////evil.example/sale',
    '\\\\evil.example',
    '\\/evil.example',
    '/\\/evil.example',
    '/\\\\evil.example',
    '//\\evil.example',
    '//evil.example@localhost/sale',
    '//localhost:1@evil.example/sale',
    '//evil.example:443/sale',
    '//[::1]/sale',
    '//0x7f000001/sale',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    '\n//evil.example',
    ' //evil.example',
    '//evil。example',
    '//evil%E3%80%82example',
    '///localhost.evil.example',
    // No path from the root.
    'sale',
    './sale',
    '../sale',
    '?redirect=//evil.example',
    '#//evil.example',
    '@evil.example',
    'evil.example/sale',
    '%2F%2Fevil.example',
    '%68ttps://evil.example',
    // Out of the program's own folder and on to somebody else's.
    '/pos///evil.example',
    '/pos/\\evil.example',
    '/pos/..//evil.example',
    '/pos/.//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    // Round in a circle.
    '/session/login#a',
    '/pos/session/login?redirect=//evil.example',
  ])('does not follow %s', (redirect) => expect(safeRedirect(redirect, page.sale)).toBe(page.sale));
});
