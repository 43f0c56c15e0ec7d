import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SectionEntry } from './registry';
import type { Entry, EntryListing, EntryQuery } from './section';

const PAGE_ROWS = 50;
const MINUTE_MS = 60_000;

/** Everything that was read of a section begins with this key. */
export const sectionKey = (name: string): readonly string[] => ['setting', name];

/** The key of one entry's form. */
export const entryKey = (name: string, id: string | null): readonly (string | null)[] => [...sectionKey(name), 'entry', id];

export const countQuery = ({ name, count }: SectionEntry) =>
  queryOptions({ queryKey: [...sectionKey(name), 'count'], queryFn: ({ signal }) => count(signal), staleTime: MINUTE_MS });

const entriesQuery = (name: string, query: EntryQuery, load: EntryListing['load']) =>
  infiniteQueryOptions({
    queryKey: [...sectionKey(name), 'list', query],
    queryFn: ({ pageParam, signal }) => load({ ...query, cursor: pageParam ?? '', limit: PAGE_ROWS, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnWindowFocus: false,
    gcTime: MINUTE_MS,
  });

/** The entries of a section, page by page. */
export function useEntries(name: string, query: EntryQuery, load: EntryListing['load']) {
  const found = useInfiniteQuery(entriesQuery(name, query, load));
  const pages = found.data?.pages;
  const rows = useMemo<Entry[]>(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  return { found, rows, total: pages?.at(-1)?.total ?? rows.length };
}
