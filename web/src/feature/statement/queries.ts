import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, post } from '#/api/client';
import { alertQuery } from '#/api/queries';
import type { components } from '#/api/schema';
import type { ClosingFilter } from './closing-search';
import type { StatementFilter } from './statement-search';

type Schema = components['schemas'];

export type Statement = Schema['StatementView'];
export type StatementRow = Schema['StatementRowView'];
export type StatementStore = Schema['StatementStoreView'];
export type StatementState = Schema['StatementState'];
export type Tender = Schema['StatementTenderView'];
export type Drawer = Schema['StatementDrawerView'];
export type Count = Schema['StatementCountView'];
export type Cause = Schema['StatementCauseView'];
export type Terminal = Schema['StatementTerminalView'];
export type Z = Schema['StatementZView'];
export type Unmatched = Schema['UnmatchedView'];
export type Closing = Schema['ClosingView'];
export type ClosingPage = Schema['ClosingPageView'];
export type ClosingKind = 'DAY' | 'MONTH' | 'YEAR';
export type CurrentStatement = Schema['CurrentStatementView'];
export type CountRequest = Schema['CountStatementRequest'];
export type PostRequest = Schema['PostStatementRequest'];

/** Posting, up to the store's maximum or without a limit. */
export const POST = 'statement.post';
/** Saying what became of a payment in doubt. */
export const RESOLVE = 'payment.resolveUnknown';
/** Letting the orders out of a statement again. */
export const CLEAR = 'statement.clear';
const PAGE_ROWS = 100;
/** How often it is looked whether a statement that is being posted is posted. */
const POSTING_LOOK_MS = 2_000;
/** How often it is looked whether another till has counted. */
const LOOK_MS = 15_000;

export const currentQuery = queryOptions({
  queryKey: ['statement', 'current'],
  queryFn: ({ signal }) => get('/statement/current', { signal, notice: 'none' }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.statement?.state === 'POSTING' ? POSTING_LOOK_MS : LOOK_MS),
});

export const statementQuery = (statementNo: string) =>
  queryOptions({
    queryKey: ['statement', 'one', statementNo],
    queryFn: ({ signal }) => get('/statement/{statementNo}', { path: { statementNo }, signal, notice: 'none' }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'POSTING' ? POSTING_LOOK_MS : false),
  });

/** What lies under the sums of a statement. Another version may have taken in or let out orders. */
export const breakdownQuery = (statementNo: string, version: number) =>
  queryOptions({
    queryKey: ['statement', 'breakdown', statementNo, version],
    queryFn: ({ signal }) => get('/statement/{statementNo}/breakdown', { path: { statementNo }, signal, notice: 'none' }),
  });

export const statementsQuery = (filter: StatementFilter) =>
  infiniteQueryOptions({
    queryKey: ['statement', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      get('/statement', { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}), limit: PAGE_ROWS }, signal, notice: 'none' }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // Rows that move while someone reads must not push the others away.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The tills of a store, each of which has an X report of its own. */
export const tillsQuery = (storeNo: string | null) =>
  queryOptions({
    queryKey: ['statement', 'till', storeNo],
    queryFn: ({ signal }) => get('/statement/till', { query: storeNo === null ? {} : { storeNo }, signal, notice: 'none' }),
  });

/** The statement that was posted last in the store. */
export const lastQuery = (storeNo: string) =>
  queryOptions({
    queryKey: ['statement', 'last', storeNo],
    queryFn: async ({ signal }) => {
      const { items } = await get('/statement', { query: { storeNo, state: 'POSTED', limit: 1 }, signal, notice: 'none' });
      return items[0] ?? null;
    },
    staleTime: 0,
  });

/** What attempts, tenders, card terminals and acquirers do not agree about, the newest first. */
export const unmatchedQuery = infiniteQueryOptions({
  queryKey: ['statement', 'unmatched'],
  queryFn: ({ pageParam, signal }) =>
    get('/statement/unmatched', { query: { ...(pageParam ? { cursor: pageParam } : {}), limit: PAGE_ROWS }, signal, notice: 'none' }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.nextCursor,
});

/** The closings of days, months or years of a store, the newest first. */
export const closingsQuery = (filter: ClosingFilter) =>
  infiniteQueryOptions({
    queryKey: ['statement', 'closing', filter],
    queryFn: ({ pageParam, signal }) =>
      get('/statement/closing', { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}), limit: PAGE_ROWS }, signal, notice: 'none' }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** What stands against posting now; nothing is changed by asking. */
export const checkQuery = (statementNo: string, version: number) =>
  queryOptions({
    queryKey: ['statement', 'check', statementNo, version],
    queryFn: ({ signal }) => get('/statement/{statementNo}/check', { path: { statementNo }, signal, notice: 'none' }),
    staleTime: 0,
    gcTime: 0,
  });

/** Keeps what the server answered, and reads again what it changed besides. */
function useKeep(): (statement: Statement) => void {
  const client = useQueryClient();
  return (statement) => {
    client.setQueryData(statementQuery(statement.statementNo).queryKey, statement);
    client.setQueryData(currentQuery.queryKey, (known) => {
      if (!known) return known;
      const isAtWork = known.statement?.statementNo === statement.statementNo;
      return isAtWork && statement.state === 'POSTED' ? { ...known, statement: null } : isAtWork ? { ...known, statement } : known;
    });
    void client.invalidateQueries({ queryKey: ['statement'] });
    // Orders say which statement holds them.
    void client.invalidateQueries({ queryKey: ['order'] });
    void client.invalidateQueries({ queryKey: alertQuery.queryKey });
  };
}

/** A change that was refused may have met another statement than the one on screen. */
function useStatementChange<V>(change: (values: V) => Promise<Statement>, onDone?: (statement: Statement) => void) {
  const client = useQueryClient();
  const keep = useKeep();
  return useMutation({
    mutationFn: change,
    onSuccess: (statement) => {
      keep(statement);
      onDone?.(statement);
    },
    onError: () => client.invalidateQueries({ queryKey: ['statement'] }),
  });
}

export const useCalculate = (onDone?: (statement: Statement) => void) =>
  useStatementChange(
    (transactionDate: string | null) => post('/statement', { body: transactionDate ? { transactionDate } : {}, notice: 'none' }),
    onDone,
  );

export const useCount = (statementNo: string, onDone?: (statement: Statement) => void) =>
  useStatementChange((body: CountRequest) => post('/statement/{statementNo}/count', { path: { statementNo }, body, notice: 'none' }), onDone);

/** Has the card terminals close their periods. */
export const useTerminalTotals = (statementNo: string) =>
  useStatementChange(() => post('/statement/{statementNo}/terminal-totals', { path: { statementNo }, notice: 'none' }));

export const useClear = (statementNo: string, onDone?: (statement: Statement) => void) =>
  useStatementChange(() => post('/statement/{statementNo}/clear', { path: { statementNo }, notice: 'none' }), onDone);

/** Posts a statement; with the approval of a colleague, once there is one. */
export function usePost(statementNo: string, onDone?: (statement: Statement) => void) {
  const change = useStatementChange(
    (body: PostRequest) => post('/statement/{statementNo}/posting', { path: { statementNo }, body, notice: 'none' }),
    onDone,
  );
  return (said: PostRequest, approvalId: string | null): Promise<Statement> => change.mutateAsync(approvalId ? { ...said, approvalId } : said);
}

/** Asks for a colleague who stands for the difference. */
export const askSecondPerson = (statementNo: string): Promise<{ approvalId: string }> =>
  post('/statement/{statementNo}/approval', { path: { statementNo }, notice: 'none' });
