import { describe, expect, it } from 'vitest';
import { formatInteger, formatMinor, formatMoney, formatRate, parseAmount, type Money } from './money';

describe('formatMoney', () => {
  it.each<[Money, string]>([
    [{ minor: 129000, currency: 'EUR' }, '€1,290.00'],
    [{ minor: 5, currency: 'EUR' }, '€0.05'],
    [{ minor: 0, currency: 'EUR' }, '€0.00'],
    [{ minor: -1950, currency: 'EUR' }, '\u2212€19.50'],
    [{ minor: 129000, currency: 'JPY' }, '¥129,000'],
    [{ minor: 100, currency: 'HKD' }, 'HK$1.00'],
    [{ minor: 1234567890123, currency: 'GBP' }, '£12,345,678,901.23'],
  ])('writes %o as %s', (money, text) => {
    expect(formatMoney(money)).toBe(text);
  });

  it('keeps three decimals where the currency has them', () => {
    expect(formatMoney({ minor: 1500, currency: 'KWD' })).toBe('KWD\u00A01.500');
  });
});

describe('other figures', () => {
  it('groups counts', () => expect(formatInteger(3482)).toBe('3,482'));
  it('writes amounts without a currency', () => expect(formatMinor(-5, 2)).toBe('\u22120.05'));
  it.each([
    [2000, '20%'],
    [550, '5.5%'],
    [1325, '13.25%'],
    [0, '0%'],
    [10_000, '100%'],
  ])('writes the rate %i as %s', (rate, text) => expect(formatRate(rate)).toBe(text));
});

describe('parseAmount', () => {
  it.each([
    ['540.6', 54060],
    ['540,60', 54060],
    ['540', 54000],
    ['.5', 50],
    ['0.05', 5],
    ['1290.', 129000],
  ])('reads %s', (typed, minor) => expect(parseAmount(typed, 'EUR')).toBe(minor));
  it.each(['', '.', 'abc', '1.234', '-5', '1,000.00', '99999999999'])('refuses %s', (typed) => {
    expect(parseAmount(typed, 'EUR')).toBeNull();
  });
  it('takes no decimals in yen', () => expect(parseAmount('10.5', 'JPY')).toBeNull());
});
