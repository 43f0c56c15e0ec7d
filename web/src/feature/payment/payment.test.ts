import { describe, expect, it } from 'vitest';
import type { Attempt, Money, Payment, Tender } from '#/api/types';
import { fractionLeft, formatCountdown, secondsSince, secondsUntil, serverNow } from './clock';
import { buttonsOf, isGoingBack, outcomeKind, restAfterBooking } from './outcome';
import { amountRefusal, quickAmounts, tiles } from './tender-choice';
import { amountKey, grouped, minorOf, offered, pasted, press, type AmountKey, type TypedAmount } from './typed-amount';

const refusal = (key: string, params = {}) => ({ key, params, field: null });
const euro = (minor: number): Money => ({ minor, currency: 'EUR' });

const cash: Tender = {
  code: 'CASH',
  name: 'Cash',
  type: 'CASH',
  overTenderAllowed: true,
  maximumOverTender: euro(50_000),
  underTenderAllowed: true,
  roundingStep: 5,
  opensDrawer: true,
  terminalReady: null,
  qr: null,
  names: {},
  fields: [],
  foreign: null,
  minimumChange: null,
  refusal: null,
};
const card: Tender = { ...cash, code: 'CARD', name: 'Card', type: 'CARD', overTenderAllowed: false, roundingStep: 1, terminalReady: true };

const payment: Payment = {
  basketId: 'B1',
  due: euro(22_912),
  tendered: euro(0),
  remaining: euro(22_912),
  cashRemaining: euro(22_910),
  rounding: euro(-2),
  tenders: [],
  attempt: null,
  quickAmounts: [euro(22_910), euro(23_000)],
  order: null,
  deposit: null,
  refund: null,
};

const attempt: Attempt = {
  attemptId: 'A1',
  kind: 'PAYMENT',
  channel: 'TERMINAL',
  qr: null,
  tenderCode: 'CARD',
  amount: euro(54_060),
  state: 'FAILED',
  step: null,
  steps: [],
  createdAt: '2026-11-14T15:42:31Z',
  sentAt: '2026-11-14T15:42:31Z',
  cancellableAt: null,
  endsAt: null,
  serverTime: '2026-11-14T15:42:31Z',
  finalAt: null,
  approvedAmount: null,
  brand: null,
  last4: null,
  approvalCode: null,
  outcome: null,
  choices: [],
  terminalName: 'Till 2',
  order: null,
  deposit: null,
};

function type(keys: string, currency = 'EUR', from: TypedAmount = { text: '', isOffered: false }): string {
  return [...keys].reduce((amount, key) => press(amount, key as AmountKey, currency), from).text;
}

describe('the amount box', () => {
  it('fills from the left: 540.6 is 540.60', () => {
    expect(minorOf({ text: type('540.6'), isOffered: false }, 'EUR')).toBe(54_060);
    expect(minorOf({ text: type('7'), isOffered: false }, 'EUR')).toBe(700);
  });
  it('takes no third decimal, no second point, and no decimals where the currency has none', () => {
    expect(type('1.239')).toBe('1.23');
    expect(type('1..5')).toBe('1.5');
    expect(type('12.5', 'JPY')).toBe('125');
  });
  it('starts with a zero before a point and drops a leading zero', () => {
    expect(type('.5')).toBe('0.5');
    expect(type('07')).toBe('7');
  });
  it('replaces what the till offered with the first key, and clears it with delete', () => {
    const remaining = offered(129_000, 'EUR');
    expect(remaining.text).toBe('1290.00');
    expect(type('5', 'EUR', remaining)).toBe('5');
    expect(press(remaining, 'delete', 'EUR').text).toBe('');
    expect(press({ text: '12.5', isOffered: false }, 'delete', 'EUR').text).toBe('12.');
  });
  it('reads comma and dot alike from keyboard and clipboard', () => {
    expect([amountKey(','), amountKey('.'), amountKey('7'), amountKey('Backspace'), amountKey('a')]).toEqual(['.', '.', '7', 'delete', null]);
    expect(pasted('€1,290.50', 'EUR')?.text).toBe('1290.50');
    expect(pasted('1.290,50', 'EUR')?.text).toBe('1290.50');
    expect(pasted('12,5', 'EUR')?.text).toBe('12.5');
    expect(pasted('1.2.3', 'EUR')).toBeNull();
  });
  it('shows thousands and keeps an unfinished fraction', () => {
    expect(grouped('1234567.5')).toBe('1,234,567.5');
    expect(grouped('12.')).toBe('12.');
    expect(grouped('')).toBe('');
  });
});

describe('tenders', () => {
  it('shows all cards as one tile, the generic one', () => {
    const visa = { ...card, code: 'VISA' };
    expect(tiles([cash, visa, card]).map((tender) => tender.code)).toEqual(['CARD', 'CASH']);
    const refused = { ...visa, refusal: refusal('payment.unreachable') };
    expect(tiles([refused, { ...card, code: 'AMEX' }, cash]).map((tender) => tender.code)).toEqual(['AMEX', 'CASH']);
  });
  it('takes change for cash up to the limit and never for a card', () => {
    expect(amountRefusal(cash, payment, 23_000)).toBeNull();
    expect(amountRefusal(cash, payment, 72_911)?.key).toBe('payment.over_tender_limit');
    expect(amountRefusal(card, payment, 22_912)).toBeNull();
    expect(amountRefusal(card, payment, 22_913)?.key).toBe('payment.over_tender');
    expect(amountRefusal(card, payment, 0)?.key).toBe('payment.amount_not_positive');
  });
  it('closes the rounded balance in cash and refuses what lies between', () => {
    expect(amountRefusal(cash, payment, 22_910)).toBeNull();
    const up: Payment = { ...payment, remaining: euro(1003), cashRemaining: euro(1005) };
    expect(amountRefusal(cash, up, 1003)?.key).toBe('payment.under_tender');
    expect(amountRefusal(cash, up, 503)).toBeNull();
    expect(amountRefusal({ ...cash, underTenderAllowed: false }, up, 503)?.key).toBe('payment.under_tender');
  });
  it('offers round notes for cash and the half for a card', () => {
    expect(quickAmounts(cash, payment).map((quick) => quick.kind)).toEqual(['remaining', 'amount']);
    expect(quickAmounts(card, { ...payment, remaining: euro(101) })).toEqual([
      { kind: 'remaining', money: euro(101) },
      { kind: 'half', money: euro(50) },
    ]);
    expect(quickAmounts({ ...card, underTenderAllowed: false }, payment)).toHaveLength(1);
  });
});

describe("the server's clock", () => {
  const start = '2026-11-14T15:42:31Z';
  const end = '2026-11-14T15:44:31Z';
  const at = (second: number): number => Date.parse(start) + second * 1000;
  it('goes on from the reading, whatever the till believes the time is', () => {
    expect(serverNow({ serverTime: start, readAt: 5000 }, 8500)).toBe(at(3.5));
    expect(serverNow({ serverTime: start, readAt: 5000 }, 4000)).toBe(at(0));
  });
  it('counts whole seconds down to 0 and never below', () => {
    expect(secondsUntil(end, at(18))).toBe(102);
    expect(secondsUntil(end, at(18.2))).toBe(102);
    expect(secondsUntil(end, at(500))).toBe(0);
    expect(secondsUntil(null, at(0))).toBeNull();
    expect(secondsSince(start, at(18.9))).toBe(18);
  });
  it('draws the ring from full to empty', () => {
    expect([0, 30, 120, 200].map((second) => fractionLeft(start, end, at(second)))).toEqual([1, 0.75, 0, 0]);
    expect(fractionLeft(start, start, at(0))).toBe(0);
    expect([102, 60, 9].map(formatCountdown)).toEqual(['1:42', '1:00', '0:09']);
  });
});

describe('outcomes', () => {
  const of = (change: Partial<Attempt>): Attempt => ({ ...attempt, ...change });
  it('tells every end of an attempt from the others', () => {
    const cases: [Partial<Attempt>, string][] = [
      [{ outcome: refusal('payment.failed', { reason: 'Declined' }) }, 'failed'],
      [{ outcome: refusal('payment.occupied') }, 'occupied'],
      [{ outcome: refusal('payment.unreachable') }, 'unreachable'],
      [{ kind: 'REVERSAL' }, 'reversalFailed'],
      [{ state: 'TIMED_OUT' }, 'timedOut'],
      [{ state: 'CANCELLED' }, 'cancelled'],
      [{ state: 'MISMATCH', approvedAmount: euro(50_460), choices: ['acceptPart', 'reverse'] }, 'mismatch'],
      [{ state: 'MISMATCH', approvedAmount: euro(60_000), choices: ['reverse'] }, 'mismatchReverse'],
      [{ state: 'MISMATCH', approvedAmount: euro(54_060), choices: ['acceptPart', 'reverse'] }, 'paidAfterCancel'],
      [
        {
          state: 'MISMATCH',
          approvedAmount: euro(54_060),
          choices: ['acceptPart', 'reverse'],
          outcome: refusal('payment.check_signature'),
        },
        'signature',
      ],
      [{ state: 'UNKNOWN' }, 'unknown'],
      [{ state: 'UNKNOWN', kind: 'REVERSAL' }, 'unknownReversal'],
      [{ state: 'REVERSED' }, 'reversed'],
      [{ state: 'LATE_SUCCESS' }, 'lateSuccess'],
      [{ state: 'APPROVED' }, 'successful'],
    ];
    expect(cases.map(([change]) => outcomeKind(of(change)))).toEqual(cases.map(([, kind]) => kind));
  });
  it('puts the next step last', () => {
    expect(buttonsOf(of({ choices: ['retry', 'otherTender'] }), false)).toEqual(['otherTender', 'retry']);
    expect(buttonsOf(of({ state: 'MISMATCH', choices: ['acceptPart', 'reverse'] }), false)).toEqual(['reverse', 'acceptPart']);
    expect(buttonsOf(of({ state: 'UNKNOWN', choices: ['wait', 'paid', 'notPaid'] }), false)).toEqual(['notPaid', 'paid']);
  });
  it('calls held and late money given back, by hand as the last resort', () => {
    expect(buttonsOf(of({ state: 'MISMATCH', choices: ['acceptPart', 'reverse', 'paid'] }), false)).toEqual(['paid', 'reverse', 'acceptPart']);
    expect(buttonsOf(of({ state: 'LATE_SUCCESS', choices: ['wait', 'paid'] }), false)).toEqual(['paid']);
    const states = ['MISMATCH', 'LATE_SUCCESS', 'REVERSING', 'UNKNOWN'] as const;
    expect(states.map((state) => isGoingBack(of({ state })))).toEqual([true, true, true, false]);
    expect(isGoingBack(of({ state: 'UNKNOWN', kind: 'REVERSAL' }))).toBe(true);
  });
  it('offers the basket only while no tender is booked, and no button for waiting that happens anyway', () => {
    const occupied = of({ choices: ['retry', 'cancel', 'wait', 'otherTender'] });
    expect(buttonsOf(occupied, false)).toEqual(['cancel', 'otherTender', 'wait', 'retry']);
    expect(buttonsOf(occupied, true)).toEqual(['otherTender', 'wait', 'retry']);
    expect(buttonsOf(of({ state: 'UNKNOWN', choices: ['wait'] }), false)).toEqual([]);
    expect(buttonsOf(of({ kind: 'REVERSAL', choices: ['retry', 'cancel'] }), true)).toEqual(['cancel', 'retry']);
  });
  it('says what stays due when less was received', () => {
    expect(restAfterBooking(of({ approvedAmount: euro(50_460) }), euro(54_060))).toEqual(euro(3600));
  });
});
