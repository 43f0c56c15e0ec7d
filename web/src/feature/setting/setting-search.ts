import type { EntryQuery, SearchChange } from './section';

/** What the address of the page says: it survives reload and the way back. */
export interface SettingSearch {
  search?: string;
  sort?: string;
  filter?: Record<string, string>;
  /** The entry whose form is open. */
  id?: string;
  /** The form of a new entry is open. */
  isNew?: true;
}

function text(value: unknown): string | undefined {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && written !== '' ? written : undefined;
}

function texts(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).flatMap(([name, written]) => {
    const known = text(written);
    return known === undefined ? [] : [[name, known] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

const present = <T extends object>(entries: T): T =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as T;

/** Reads the address; what it does not understand is left out. */
export function readSettingSearch(raw: Record<string, unknown>): SettingSearch {
  const id = text(raw['id']);
  return present({
    search: text(raw['search']),
    sort: text(raw['sort']),
    filter: texts(raw['filter']),
    id,
    isNew: id === undefined && raw['isNew'] === true ? (true as const) : undefined,
  }) as SettingSearch;
}

/** The address after a change; `undefined` takes something away. */
export function changed(search: SettingSearch, change: SearchChange): SettingSearch {
  return readSettingSearch({ ...search, ...change });
}

export const queryOf = (search: SettingSearch): EntryQuery => ({
  search: search.search ?? '',
  sort: search.sort ?? '',
  filter: search.filter ?? {},
});

/** Whether two addresses show the same form: only leaving it can lose what was typed. */
export const isSameForm = (a: SettingSearch, b: SettingSearch): boolean => a.id === b.id && a.isNew === b.isNew;
