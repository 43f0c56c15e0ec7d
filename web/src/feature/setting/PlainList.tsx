import { useTranslation } from 'react-i18next';
import { EntryList } from './EntryList';
import type { Entry, EntryQuery, ListProps } from './section';

interface Page<T> {
  items: { key: string; value: T }[];
  nextCursor?: string | null;
  total: number;
}

/** What a page of such a list is asked for. */
export interface PlainRequest {
  query: { search: string; cursor: string; limit: number };
  signal: AbortSignal;
  notice: 'none';
}

interface PlainListProps<T> extends ListProps {
  load: (request: PlainRequest) => Promise<Page<T>>;
  rowOf: (value: T, key: string) => Omit<Entry, 'id'>;
  /** Nothing can be added here. */
  isClosed?: boolean;
  /** The address of the list as a table for what is searched, and the name of the file. */
  table?: { address: (search: string) => string; name: string };
}

/** The list of a kind of which there are few: it is searched by name and code, and not filtered. */
export function PlainList<T>({ load, rowOf, isClosed, table, ...props }: PlainListProps<T>) {
  const { t } = useTranslation('setting');
  return (
    <EntryList
      {...props}
      listing={{
        load: async ({ search, cursor, limit, signal }) => {
          const page = await load({ query: { search, cursor, limit }, signal, notice: 'none' });
          return {
            total: page.total,
            nextCursor: page.nextCursor ?? null,
            items: page.items.map(({ key, value }) => ({ id: key, ...rowOf(value, key) })),
          };
        },
        placeholder: t('nameOrCode'),
        empty: t('emptyText'),
        ...(isClosed ? {} : { add: t('add') }),
        ...(table ? { table: { address: ({ search }: EntryQuery) => table.address(search), fileName: table.name } } : {}),
      }}
    />
  );
}
