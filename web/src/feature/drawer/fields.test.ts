import { describe, expect, it } from 'vitest';
import { currenciesOf, missingOf } from './fields';

describe('what is missing', () => {
  const said = { minor: 100, reason: 'Stamps', bagNo: 'BB-1' };
  it.each([
    ['FLOAT', said, null],
    ['FLOAT', { ...said, minor: 0, reason: '' }, null],
    ['FLOAT', { ...said, minor: null }, 'amount'],
    ['CASH_IN', { ...said, minor: 0 }, 'amount'],
    ['CASH_OUT', { ...said, reason: ' ' }, 'reason'],
    ['SAFE_DROP', { ...said, reason: '', bagNo: '' }, null],
    ['BANK_BAG', { ...said, bagNo: '' }, 'bagNo'],
    ['NO_SALE', { minor: null, reason: 'Change', bagNo: '' }, null],
    ['CORRECTION', { minor: null, reason: '', bagNo: '' }, 'reason'],
  ] as const)('of %s with %o is %s', (action, given, expected) => expect(missingOf(action, given)).toBe(expected));
});

describe('currencies of an action', () => {
  const drawer = { currencies: ['EUR', 'USD'] as const, floats: [{ minor: 20_000, currency: 'EUR' as const }] };
  it.each([
    ['FLOAT', ['USD']],
    ['CORRECTION', ['EUR']],
    ['CASH_IN', ['EUR', 'USD']],
    ['NO_SALE', ['EUR', 'USD']],
  ] as const)('of %s, with a float in euro, are %o', (action, expected) => {
    expect(currenciesOf(action, { ...drawer, currencies: [...drawer.currencies] })).toEqual(expected);
  });
});
