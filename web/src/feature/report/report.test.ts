import { describe, expect, it } from 'vitest';
import { axisText, gridLines, labelStep, share } from './report';

describe('the grid of a chart', () => {
  it.each([
    [0, 'EUR', [0, 25]],
    [149_00, 'EUR', [0, 5000, 10_000, 15_000]],
    [1_600_00, 'EUR', [0, 50_000, 100_000, 150_000, 200_000]],
    [27, 'JPY', [0, 10, 20, 30]],
  ] as const)('has at most four round lines over zero for %d %s', (greatest, currency, expected) => {
    const lines = gridLines(greatest, currency);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(greatest);
    expect(lines.length).toBeLessThanOrEqual(5);
    expect(lines).toEqual(expected);
  });

  it('is told in whole units where they are whole', () => {
    expect(axisText(150_000, 'EUR')).toBe('1,500');
    expect(axisText(250, 'EUR')).toBe('2.50');
    expect(axisText(2_000, 'JPY')).toBe('2,000');
  });
});

describe('labels under the axis', () => {
  const days = (count: number): string[] => Array.from({ length: count }, () => '26-Nov');
  it.each([
    ['each day of a week on a till', days(7), 800, 1],
    ['one day of two', days(26), 800, 2],
    ['one day of six on a phone', days(26), 290, 6],
    ['each hour', ['9', '10', '11', '12'], 290, 1],
    ['all of none', [], 800, 1],
    ['all before the axis stands', days(26), 0, 1],
  ] as const)('shows %s', (_, labels, width, expected) => expect(labelStep(labels, width)).toBe(expected));
});

describe('a share', () => {
  it('is told to a tenth of a per cent, and not of nothing', () => {
    expect(share(1, 3)).toBe(3330);
    expect(share(5, 0)).toBeNull();
  });
});
