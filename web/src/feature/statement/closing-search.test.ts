import { describe, expect, it } from 'vitest';
import { closingFilterOf, readClosingSearch } from './closing-search';

describe('the address of the closings', () => {
  it('asks for days when nothing is said', () => {
    expect(closingFilterOf(readClosingSearch({}))).toEqual({ kind: 'DAY' });
  });

  it('says kind, year, store and what is opened', () => {
    const search = readClosingSearch({ kind: 'MONTH', year: '2026', storeNo: 'PAR01', closing: 7 });
    expect(search).toEqual({ kind: 'MONTH', year: 2026, storeNo: 'PAR01', closing: 7 });
    expect(closingFilterOf(search)).toEqual({ kind: 'MONTH', year: 2026, storeNo: 'PAR01' });
  });

  it('leaves out what it does not understand', () => {
    expect(readClosingSearch({ kind: 'WEEK', year: '20266', storeNo: '', closing: -1 })).toEqual({});
  });
});
