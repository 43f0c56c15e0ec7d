import { describe, expect, it } from 'vitest';
import { evenShares, parsePercent, sharesRefusal, sumOf } from './shares';

describe('shares of salespeople', () => {
  it('are even when nobody says otherwise, and a hundred together', () => {
    const parts = (count: number): number[] => evenShares(Array.from({ length: count }, (_, index) => `s${index}`)).map(({ percent }) => percent);
    expect(parts(1)).toEqual([100]);
    expect(parts(2)).toEqual([50, 50]);
    expect(parts(3)).toEqual([34, 33, 33]);
    expect(parts(7)).toEqual([15, 15, 14, 14, 14, 14, 14]);
    for (let count = 1; count <= 100; count += 1) expect(parts(count).reduce((sum, part) => sum + part, 0)).toBe(100);
    expect(evenShares([])).toEqual([]);
  });

  it('are refused before they are sent when they are not a hundred', () => {
    const shares = (...parts: number[]) => parts.map((percent, index) => ({ staffId: `s${index}`, percent }));
    expect(sharesRefusal(shares(60, 40))).toBeNull();
    expect(sumOf(shares(60, 39))).toBe(99);
    expect(sharesRefusal(shares(60, 39))).toEqual({ key: 'sale.shares_not_whole', params: { sum: 99 } });
    expect(sharesRefusal(shares(60, 41))).toEqual({ key: 'sale.shares_not_whole', params: { sum: 101 } });
    expect(sharesRefusal([])).toEqual({ key: 'sale.shares_not_whole', params: { sum: 0 } });
    expect(sharesRefusal(shares(100, 0))).toEqual({ key: 'sale.share_below_one' });
  });

  it('are typed as whole per cent', () => {
    expect(['60', '60 %', '6.5', '', 'a', '1000'].map(parsePercent)).toEqual([60, 60, 65, 0, 0, 100]);
  });
});
