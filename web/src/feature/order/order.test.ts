import { describe, expect, it } from 'vitest';
import { addDays } from '#/lib/date';
import { nextRow } from '#/lib/list-keys';
import { listLength, rowsBefore } from '#/widget/list/list-length';
import { activeFilters, daysOf, filterOf, isAnyDay, readOrderSearch } from './order-search';

const TODAY = '2026-11-14';

describe('the address of the order history', () => {
  it('keeps what it understands and leaves out the rest', () => {
    expect(readOrderSearch({ search: 118390, days: 'week', staffId: 'S1', order: 'O1', other: 'x' })).toEqual({
      search: '118390',
      days: 'week',
      staffId: 'S1',
      order: 'O1',
    });
    expect(readOrderSearch({ days: 'sometime', search: '', tenderCode: ['x'] })).toEqual({});
  });
  it('takes own days only as a whole and in their order', () => {
    const range = { days: 'custom', from: '2026-11-01', to: '2026-11-03' };
    expect(readOrderSearch(range)).toEqual(range);
    expect(readOrderSearch({ ...range, to: undefined })).toEqual({});
    expect(readOrderSearch({ ...range, from: '2026-11-04' })).toEqual({});
    expect(readOrderSearch({ ...range, from: '2026-13-99' })).toEqual({});
    expect(readOrderSearch({ days: 'week', from: '2026-11-01', to: '2026-11-03' })).toEqual({ days: 'week' });
  });
});

describe('days', () => {
  it('counts over the ends of months and years', () => {
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });
  it('means these days by its names', () => {
    expect(daysOf({}, TODAY)).toEqual({ from: TODAY, to: TODAY });
    expect(daysOf({ days: 'yesterday' }, TODAY)).toEqual({ from: '2026-11-13', to: '2026-11-13' });
    expect(daysOf({ days: 'week' }, TODAY)).toEqual({ from: '2026-11-08', to: TODAY });
    expect(daysOf({ days: 'month' }, TODAY)).toEqual({ from: '2026-11-01', to: TODAY });
  });
  it('leaves today to the server, so that a number is found on any day', () => {
    expect(filterOf({ search: '11839', order: 'O1' }, TODAY)).toEqual({ search: '11839' });
    expect(filterOf({ days: 'yesterday', tenderCode: 'VISA' }, TODAY)).toEqual({
      from: '2026-11-13',
      to: '2026-11-13',
      tenderCode: 'VISA',
    });
    expect(filterOf({ statementNo: 'S-1' }, TODAY)).toEqual({ statementNo: 'S-1' });
    expect(activeFilters({ staffId: 'S1', tenderCode: 'VISA', search: 'x' })).toBe(2);
  });
});

describe('the orders of a statement', () => {
  it('are of all days unless some are chosen', () => {
    expect(readOrderSearch({ statementNo: 'S-1' })).toEqual({ statementNo: 'S-1' });
    expect(isAnyDay({ statementNo: 'S-1' })).toBe(true);
    expect(isAnyDay({ statementNo: 'S-1', days: 'week' })).toBe(false);
    expect(isAnyDay({})).toBe(false);
  });
});

describe('keys in the list', () => {
  it('move by rows and pages and stay inside', () => {
    expect(nextRow('ArrowDown', 0, 24)).toBe(1);
    expect(nextRow('ArrowUp', 0, 24)).toBe(0);
    expect(nextRow('PageDown', 20, 24)).toBe(23);
    expect(nextRow('Home', 20, 24)).toBe(0);
    expect(nextRow('End', 0, 3482)).toBe(3481);
  });
  it('are left alone when they mean something else', () => {
    expect(nextRow('Enter', 0, 24)).toBeNull();
    expect(nextRow('ArrowDown', 0, 0)).toBeNull();
  });
});

describe('the length of the list', () => {
  it('is what is loaded, what was counted, or a row more', () => {
    const table: [number, boolean, number | undefined, number, boolean][] = [
      [0, false, undefined, 0, true],
      [24, false, undefined, 24, true],
      [24, false, 25, 24, true],
      [200, true, undefined, 201, false],
      [400, true, undefined, 401, false],
      [200, true, 3482, 3482, true],
      [200, true, 200, 201, true],
    ];
    for (const [loaded, hasMore, counted, rows, isKnown] of table) {
      expect(listLength(loaded, hasMore, counted)).toEqual({ rows, isKnown });
    }
  });
  it('grows by the orders before the one that was first', () => {
    expect(rowsBefore(['c', 'b', 'a'], 'a')).toBe(2);
    expect(rowsBefore(['a'], 'a')).toBe(0);
    expect(rowsBefore(['d', 'c'], 'a')).toBe(2);
  });
});
