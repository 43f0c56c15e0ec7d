import { describe, expect, it } from 'vitest';
import { parseSteps, writeSteps } from '#/lib/steps';
import { changedByBoth, edited } from './edits';

describe('edits', () => {
  const base = { name: 'Galet', sizes: ['52'], rank: 1 };

  it('counts only what differs from what the server has', () => {
    const typed = edited(base, {}, { name: 'Galet ring', sizes: ['52'] });
    expect(typed).toEqual({ name: 'Galet ring' });
    expect(edited(base, typed, { name: 'Galet' })).toEqual({});
  });

  it('names what two people changed differently', () => {
    const now = { ...base, name: 'Galet band', rank: 2 };
    expect(changedByBoth(base, now, { name: 'Galet ring', sizes: [] })).toEqual(['name']);
    expect(changedByBoth(base, now, { name: 'Galet band' })).toEqual([]);
  });
});

describe('numbers in steps', () => {
  it.each([
    ['12.5', 2, 1250],
    ['12,50', 2, 1250],
    ['7', 0, 7],
    ['.5', 4, 5000],
    ['1.234', 2, null],
    ['1.2', 0, null],
    ['', 2, null],
    ['-3', 2, null],
    ['1e3', 2, null],
  ])('reads %s with %i digits', (typed, digits, value) => {
    expect(parseSteps(typed, digits)).toBe(value);
  });

  it('writes what it reads', () => {
    expect([writeSteps(1250, 2), writeSteps(5, 3), writeSteps(7, 0), writeSteps(-5, 2)]).toEqual(['12.50', '0.005', '7', '-0.05']);
  });
});
