import { queryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import { timeNow } from '#/lib/time-now';
import { get } from './client';
import { recallCount } from './observer';
import type { Answer } from './operation';
import type { ItemTile, Salesperson } from './types';

const MINUTE_MS = 60_000;
const CATALOGUE_PAGE = 200;

/** Whether this installation must be set up before anybody can log in. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => get('/setup', { signal, notice: 'none' }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => get('/session', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** People by name as the language of the till sorts them: É stands beside E, and not after Z. */
function inOrder(people: readonly Salesperson[]): Salesperson[] {
  const { compare } = new Intl.Collator(i18next.language);
  const nameOf = ({ firstName, lastName }: Salesperson): string => `${firstName} ${lastName}`;
  return people.toSorted((a, b) => compare(nameOf(a), nameOf(b)) || compare(a.staffId, b.staffId));
}

export const salespeopleQuery = queryOptions({
  queryKey: ['salespeople'],
  queryFn: ({ signal }) => get('/salesperson', { signal, notice: 'none' }),
  select: inOrder,
  staleTime: 5 * MINUTE_MS,
});

export const tenderQuery = queryOptions({
  queryKey: ['tender'],
  queryFn: ({ signal }) => get('/tender', { signal, notice: 'none' }),
  staleTime: MINUTE_MS,
});

export const alertQuery = queryOptions({
  queryKey: ['alert'],
  queryFn: async ({ signal }) => {
    const numbers = await get('/alert/getAlertNum', { signal, notice: 'none' });
    recallCount.set(numbers.recall);
    return numbers;
  },
  refetchInterval: MINUTE_MS,
});

type ItemPage = Answer<'get', '/item'>;

export interface CatalogueCopy {
  items: ItemTile[];
  asOf: Date;
}

async function loadCatalogue(signal: AbortSignal): Promise<CatalogueCopy> {
  const asOf = timeNow();
  const items: ItemTile[] = [];
  let cursor: string | null = null;
  do {
    const page: ItemPage = await get('/item', { query: { ...(cursor ? { cursor } : {}), limit: CATALOGUE_PAGE }, signal, notice: 'none' });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { items, asOf };
}

/** The till's own copy of the catalogue: searching it asks nobody. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: ({ signal }) => loadCatalogue(signal),
  staleTime: MINUTE_MS,
  refetchInterval: MINUTE_MS,
  gcTime: Number.POSITIVE_INFINITY,
});

export const itemQuery = (itemNo: string) =>
  queryOptions({
    queryKey: ['item', itemNo],
    queryFn: ({ signal }) => get('/item/{itemNo}', { path: { itemNo }, signal, notice: 'none' }),
    staleTime: 0,
  });
