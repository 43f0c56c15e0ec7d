import { describe, expect, it } from 'vitest';
import type { Money } from '#/api/types';
import { amountRefusal } from '#/widget/amount/amount-refusal';
import { amountText, halfOf } from '#/widget/amount/AmountField';
import { actionRefusal, filterOf, isDocumentNo, laterDay, paidPercent, readDepositSearch } from './deposit-search';

const euro = (minor: number): Money => ({ minor, currency: 'EUR' });

describe('the address of the deposits', () => {
  it('keeps what it understands and leaves out the rest', () => {
    expect(readDepositSearch({ search: 12, status: 'READY', deposit: 'd', other: 'x' })).toEqual({ search: '12', status: 'READY', deposit: 'd' });
    expect(readDepositSearch({ search: '', status: 'LIVE', deposit: ['d'] })).toEqual({});
    expect(readDepositSearch({ status: 'LOST' })).toEqual({});
    expect(readDepositSearch({ source: 'TO_BE_PRODUCED' })).toEqual({ source: 'TO_BE_PRODUCED' });
    expect(readDepositSearch({ source: 'OWN_STOCK' })).toEqual({});
  });
  it('asks for those that are kept when it names none', () => {
    expect(filterOf({})).toEqual({ status: 'LIVE' });
    expect(filterOf({ source: 'OTHER_STORE' })).toEqual({ status: 'LIVE', source: 'OTHER_STORE' });
    expect(filterOf({ search: 'moreau', status: 'SETTLED', deposit: 'd' })).toEqual({ status: 'SETTLED', search: 'moreau' });
  });
});

describe('the number of a deposit', () => {
  it.each([
    ['D-PAR01-000012', true],
    [' d-par01-1000000 ', true],
    ['D-PAR01-12', false],
    ['DP-PAR01-000012', false],
    ['R-PAR01-000012', false],
    ['3760123456789', false],
  ])('%s: %s', (code, expected) => expect(isDocumentNo(code)).toBe(expected));
});

describe('what is paid of a deposit', () => {
  it.each([
    [141_900, 91_900, 35],
    [141_900, 0, 100],
    [3, 2, 33],
    [100, 100, 0],
    [0, 0, 100],
  ])('of %i with %i to pay is %i per cent', (total, balance, percent) =>
    expect(paidPercent({ total: euro(total), balance: euro(balance) })).toBe(percent));
});

describe('an amount that is paid', () => {
  it.each([
    [null, 'deposit.amount_not_positive'],
    [0, 'deposit.amount_not_positive'],
    [1, undefined],
    [45_000, undefined],
    [45_001, 'deposit.amount_above_total'],
  ])('of %s on 450.00: %s', (minor, key) => expect(amountRefusal(minor, euro(45_000))?.key).toBe(key));
  it('is offered in whole minor units', () => {
    expect([halfOf(141_901), halfOf(1)]).toEqual([70_950, 0]);
    expect([amountText(129_050, 'EUR'), amountText(1_290, 'JPY')]).toEqual(['1290.50', '1290']);
  });
});

describe('what can be done with a deposit', () => {
  const open = { state: 'OPEN', balance: euro(100), isBeingPaid: false } as const;
  const paid = { ...open, state: 'FULLY_PAID', balance: euro(0) } as const;
  it('depends on where it stands', () => {
    expect(actionRefusal('pay', open)).toBeNull();
    expect(actionRefusal('handOver', open)).toBeNull();
    expect(actionRefusal('pay', paid)).toBe('deposit.nothing_left_to_pay');
    expect(actionRefusal('handOver', paid)).toBeNull();
    expect(actionRefusal('handOver', { ...open, isBeingPaid: true })).toBe('deposit.being_paid');
    expect(actionRefusal('moveDay', open)).toBeNull();
    expect(actionRefusal('moveDay', { ...open, isBeingPaid: true })).toBe('deposit.being_paid');
    expect(actionRefusal('moveDay', { ...paid, state: 'SETTLED' })).toBe('deposit.not_open');
  });
  it('offers another month, from today when the last day has passed', () => {
    expect(laterDay('2026-12-21', '2026-11-21')).toBe('2027-01-20');
    expect(laterDay('2026-11-10', '2026-11-21')).toBe('2026-12-21');
  });
});
