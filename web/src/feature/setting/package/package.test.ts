import { describe, expect, it } from 'vitest';
import type { PromotionFault } from '#/api/types';
import { freeGroupCode, newPackage, renameGroup, standing, unitOf, withDay, withItem } from './package';
import { weekdayNames } from '../weekday';

const group = (groupCode: string) => ({ groupCode, groupType: 'QTY' as const, value1: 2, value2: 0 });

describe('rows of a package', () => {
  it('names a new group by the first free letter', () => {
    expect(freeGroupCode([])).toBe('A');
    expect(freeGroupCode([group('A'), group('C')])).toBe('B');
  });

  it('numbers an item behind all others and takes it into a group once', () => {
    const one = withItem([], 'RG-1', 'A', false);
    const two = withItem(one, 'RG-1', 'A', false);
    const three = withItem(two, 'RG-1', '', true);
    expect(two).toHaveLength(1);
    expect(three.map((row) => [row.lineno, row.lineGroup, row.quantityOfItemNeed, row.discType])).toEqual([
      [1, 'A', 0, null],
      [2, '', 1, 'DISC_PERCENT'],
    ]);
  });

  it('takes its items along when a group is renamed, but not those of another of that name', () => {
    const content = { ...newPackage('EUR'), items: withItem([], 'RG-1', 'A', false) };
    expect(renameGroup(content, 0, 'RINGS').items[0]?.lineGroup).toBe('RINGS');
    const twice = { ...content, groups: [group('A'), group('A')] };
    expect(renameGroup(twice, 0, 'B').items[0]?.lineGroup).toBe('A');
  });
});

describe('faults', () => {
  const fault = (field: string, groupCode: string | null, lineno: number | null): PromotionFault => ({
    refusal: { key: 'promotion.blank', params: {}, field },
    groupCode,
    lineno,
  });

  it('are gone where something else was typed', () => {
    const saved = newPackage('EUR');
    const faults = [fault('description', null, null), fault('groupCode', 'A', null), fault('itemNo', null, 1)];
    expect(standing(faults, saved, saved)).toHaveLength(3);
    expect(standing(faults, saved, { ...saved, description: 'Pair' })).toEqual(faults.slice(1));
    expect(standing(faults, saved, { ...saved, items: withItem([], 'RG-1', 'A', false) })).toEqual([faults[0]]);
    expect(standing(faults, saved, { ...saved, groups: [] })).toEqual([faults[0], faults[2]]);
  });
});

describe('days and units', () => {
  it('switches one day over', () => {
    expect(withDay('XXXXXXX', 6)).toBe('XXXXXX-');
    expect(withDay('------X', 0)).toBe('X-----X');
  });

  it('begins the week on Monday', () => {
    expect(weekdayNames('en')[0]).toBe('Mon');
    expect(weekdayNames('fr')).toHaveLength(7);
  });

  it('knows the decimals of each currency', () => {
    expect(unitOf('DEAL_PRICE', 'JPY')).toEqual({ digits: 0, unit: 'JPY' });
    expect(unitOf('DISC_AMOUNT', 'KWD')).toEqual({ digits: 3, unit: 'KWD' });
    expect(unitOf('LEAST_EXPENSIVE', 'EUR')).toEqual({ digits: 0 });
  });
});
