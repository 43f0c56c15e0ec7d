import { describe, expect, it } from 'vitest';
import { lettersOn, type Plate } from './letters';

const PLATE: Plate = { x: 500, y: 700, width: 400, height: 100, sag: 0 };

describe('letters on a plate', () => {
  it('stand within the plate and in its middle, however many', () => {
    for (const text of ['I', 'LÉA', 'ZOË+MAX', 'MWMWMWM', '!!!!!!!']) {
      const letters = lettersOn([text], PLATE);
      expect(letters).toHaveLength([...text].length);
      for (const { x, size } of letters) {
        expect(x).toBeGreaterThan(300);
        expect(x).toBeLessThan(700);
        expect(size).toBeLessThanOrEqual(100);
      }
      const [first, last] = [letters.at(0), letters.at(-1)];
      if (text === '!!!!!!!') expect(((first?.x ?? 0) + (last?.x ?? 0)) / 2).toBeCloseTo(500);
    }
  });

  it('hang in an arc where the plate is bent', () => {
    const [first, middle, last] = lettersOn(['AAA'], { ...PLATE, sag: 40 });
    expect(middle?.y).toBeCloseTo(700);
    expect(first?.y).toBeLessThan(700);
    expect(first?.y).toBeCloseTo(last?.y ?? 0);
    expect(first?.degrees).toBeGreaterThan(0);
    expect(last?.degrees).toBeLessThan(0);
  });

  it('share the height between lines, and a space takes room without being drawn', () => {
    const letters = lettersOn(['A B', '', 'C!'], PLATE);
    expect(letters.map(({ character }) => character)).toEqual(['A', 'B', 'C', '!']);
    expect(letters[0]?.y).toBeLessThan(letters[2]?.y ?? 0);
    expect(letters[3]?.isHeart).toBe(true);
  });
});
