import { describe, expect, it } from 'vitest';
import type { Payment } from '#/api/types';
import { inCoins, inForeign, neededFor, rateText, worthOf, type ForeignCash } from './foreign';

const dollars: ForeignCash = { currency: 'USD', rate: 92_130_000, validFrom: '2026-11-21' };

describe('foreign cash', () => {
  it('is worth what the server says, rounded down', () => {
    expect(worthOf(10_000, dollars, 'EUR')).toEqual({ minor: 9_213, currency: 'EUR' });
    expect(worthOf(99, { ...dollars, rate: 92_139_999 }, 'EUR').minor).toBe(91);
    expect(worthOf(10_000, { currency: 'JPY', rate: 617_000, validFrom: '' }, 'EUR').minor).toBe(6_170);
    expect(worthOf(2_000, { currency: 'EUR', rate: 33_500_000, validFrom: '' }, 'KWD').minor).toBe(6_700);
  });

  it('is asked for in whole units that are enough', () => {
    for (const minor of [1, 9_213, 9_214, 22_910, 129_000]) {
      const needed = neededFor({ minor, currency: 'EUR' }, dollars);
      expect(needed % 100).toBe(0);
      expect(worthOf(needed, dollars, 'EUR').minor).toBeGreaterThanOrEqual(minor);
      expect(worthOf(needed - 100, dollars, 'EUR').minor).toBeLessThan(minor);
    }
  });

  it('is offered in notes', () => {
    const payment = { due: { minor: 22_910, currency: 'EUR' }, remaining: { minor: 22_910, currency: 'EUR' }, cashRemaining: { minor: 22_910, currency: 'EUR' } } as Payment;
    const shown = inForeign(payment, dollars);
    expect(shown.remaining).toEqual({ minor: 24_900, currency: 'USD' });
    expect(shown.quickAmounts.map(({ minor }) => minor)).toEqual([24_900, 25_000, 26_000, 30_000]);
  });

  it('gives change in coins and writes its rate as people do', () => {
    expect([513, 512, 510].map((minor) => inCoins(minor, 5))).toEqual([515, 510, 510]);
    expect(inCoins(513, 1)).toBe(513);
    expect(rateText(dollars, 'EUR')).toBe('$1 = €0.9213');
  });
});
