import { describe, expect, it } from 'vitest';
import { pressed } from '#/lib/steps';
import { certificateFields, withScanned } from './certificates';
import { formatEntered, formatGrams, formatPercent, valueOf } from './words';

describe('what is typed for a discount', () => {
  it.each([
    ['5', 'PERCENT', 50_000],
    ['12.5', 'PERCENT', 125_000],
    ['12,25', 'PERCENT', 122_500],
    ['12.255', 'PERCENT', null],
    ['10', 'AMOUNT', 1_000],
    ['99.9', 'TARGET', 9_990],
    ['', 'AMOUNT', null],
    ['.', 'TARGET', null],
  ] as const)('%s as %s is %s', (text, kind, value) => expect(valueOf(text, kind, 'EUR')).toBe(value));
  it('has the decimals of its currency', () => {
    expect(valueOf('1000', 'AMOUNT', 'JPY')).toBe(1_000);
    expect(valueOf('1.5', 'AMOUNT', 'JPY')).toBeNull();
    expect(valueOf('1.234', 'AMOUNT', 'KWD')).toBe(1_234);
  });
  it('is shown as it was entered', () => {
    expect([formatPercent(125_000), formatPercent(1_000_000), formatEntered('TARGET', 19_900, 'EUR')]).toEqual(['12.5%', '100%', '€199.00']);
  });
});

describe('a weight', () => {
  it('is milligrams on the wire and grams on screen', () => expect([formatGrams(12_350), formatGrams(5)]).toEqual(['12.350', '0.005']));
});

describe('the keypad', () => {
  const typed = (keys: string, digits: number): string =>
    [...keys].reduce((text, key) => pressed(text, key === '<' ? 'delete' : (key as '1'), digits), '');
  it.each([
    ['12.5', 2, '12.5'],
    ['.5', 2, '0.5'],
    ['1.2.3', 2, '1.23'],
    ['1.234', 2, '1.23'],
    ['05', 2, '5'],
    ['12<', 2, '1'],
    ['1.', 0, '1'],
    ['12345678901', 0, '1234567890'],
  ] as const)('%s with %i decimals is %s', (keys, digits, text) => expect(typed(keys, digits)).toBe(text));
  it('clears', () => expect(pressed('12', 'clear', 2)).toBe(''));
});

describe('certificates', () => {
  it('have a field for each piece', () => expect(certificateFields(['A'], 3)).toEqual(['A', '', '']));
  it('fill the next empty field by scan, each number once', () => {
    const first = withScanned(['A', '', ''], 'B');
    expect(first).toEqual(['A', 'B', '']);
    expect(withScanned(first, 'B')).toEqual(first);
    expect(withScanned(['A', 'B'], 'C')).toEqual(['A', 'B']);
  });
});
