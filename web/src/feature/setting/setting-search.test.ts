import { describe, expect, it } from 'vitest';
import { changed, isSameForm, queryOf, readSettingSearch } from './setting-search';

describe('the address of a section', () => {
  it('keeps what it understands', () => {
    expect(readSettingSearch({ search: 1042, sort: 'name', filter: { itemClass: 'RING', none: '' }, id: 'BR-1', isNew: true })).toEqual({
      search: '1042',
      sort: 'name',
      filter: { itemClass: 'RING' },
      id: 'BR-1',
    });
    expect(readSettingSearch({ filter: 'x', isNew: 'yes' })).toEqual({});
  });

  it('opens one form at a time', () => {
    const list = { search: 'ring', isNew: true as const };
    const opened = changed(list, { id: 'BR-1' });
    expect(opened).toEqual({ search: 'ring', id: 'BR-1' });
    expect(changed(opened, { id: undefined, isNew: true })).toEqual(list);
    expect(isSameForm(list, opened)).toBe(false);
    expect(isSameForm(opened, changed(opened, { search: undefined }))).toBe(true);
  });

  it('asks the list for what it says', () => {
    expect(queryOf({})).toEqual({ search: '', sort: '', filter: {} });
  });
});
