import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import type { DepositRow } from '#/api/types';
import { isoDay } from '#/lib/date';
import { formatInteger } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { whatIsSaid, type SearchChange } from '#/lib/page-search';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { timeNow } from '#/lib/time-now';
import { Button } from '#/ui/Button';
import { Chip } from '#/ui/Chip';
import { EmptyState } from '#/ui/EmptyState';
import { ExportButton } from '#/widget/list/ExportButton';
import { ListBones, ListChips, ListCount, ListFailed, ListPage, ListTools } from '#/widget/list/ListPage';
import { SearchField } from '#/widget/list/SearchField';
import { useTimeZone } from '#/widget/use-time-zone';
import { filterOf, isDocumentNo, isOver, SOURCES, STATUSES, type DepositFilter, type DepositSearch, type DepositStatus } from './deposit-search';
import { DepositGrid, ROW_PX } from './DepositGrid';
import { DepositPane } from './DepositPane';
import { depositsQuery, findDeposit } from './queries';

const route = getRouteApi('/till/deposit');

type Change = SearchChange<DepositSearch>;

/** The address of the page as state: every change is in it, typing makes no new step back. */
function useDepositSearch() {
  const search: DepositSearch = route.useSearch();
  const navigate = route.useNavigate();
  const onChange = (change: Change): void => {
    const isOpening = change.deposit !== undefined && search.deposit === undefined;
    void navigate({
      search: (known: DepositSearch) => whatIsSaid<DepositSearch>({ ...known, ...change } as DepositSearch),
      replace: !isOpening,
    });
  };
  return { search, onChange };
}

/** The deposits of a filter, page by page, with how many there are of each kind. */
function useDeposits(filter: DepositFilter) {
  const query = useInfiniteQuery(depositsQuery(filter));
  const pages = query.data?.pages;
  const rows = useMemo<DepositRow[]>(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const first = pages?.[0];
  // While another list is on its way the counts stay.
  const [counts, setCounts] = useState(first);
  if (first && first !== counts) setCounts(first);
  return { query, rows, counts };
}

/** Leads to the deposit of a number that was scanned or typed, also when it is settled. */
function useFind(onChange: (change: Change) => void): (code: string) => Promise<void> {
  return async (code) => {
    try {
      const row = await findDeposit(code);
      if (!row) throw new Error(code);
      playTone('accepted');
      onChange({ search: undefined, status: isOver(row.state) ? 'SETTLED' : undefined, deposit: row.depositId });
    } catch (error) {
      playTone('refused');
      showNotice('error', error instanceof ApiError ? errorText(error) : refusalText({ key: 'deposit.not_found' }));
      onChange({ search: code });
    }
  };
}

function NoDeposits({ filter, onChange }: { filter: DepositFilter; onChange: (change: Change) => void }) {
  const { t } = useTranslation('deposit');
  const { status, search } = filter;
  if (search) {
    const isLive = status === 'LIVE';
    return (
      <EmptyState
        piece="pendant"
        title={t('noMatch')}
        text={isLive ? t('noMatchText', { search }) : t('noMatchStatus', { search, status: t(`status.${status}`) })}
        actions={
          <>
            <Button variant="quiet" onClick={() => onChange({ search: undefined })}>
              {t('clearSearch')}
            </Button>
            <Button variant="quiet" onClick={() => onChange({ status: isLive ? 'SETTLED' : undefined })}>
              {isLive ? t('searchSettled') : t('searchOpen')}
            </Button>
          </>
        }
      />
    );
  }
  return <EmptyState piece="bangle" title={t(`none.${status}`)} text={t(`noneText.${status}`)} />;
}

interface ListProps {
  filter: DepositFilter;
  list: ReturnType<typeof useDeposits>;
  selected: string | undefined;
  onChange: (change: Change) => void;
}

function DepositList({ filter, list: { query, rows }, selected, onChange }: ListProps) {
  const { t } = useTranslation('deposit');
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (query.isError && rows.length === 0) {
    const text = (reason: string): string => t('failedText', { reason });
    return <ListFailed title={t('failed')} text={text} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.isPending) return <ListBones rowPx={ROW_PX} />;
  if (rows.length === 0) return <NoDeposits filter={filter} onChange={onChange} />;
  return (
    <DepositGrid
      rows={rows}
      hasMore={hasNextPage}
      selected={selected}
      filterKey={JSON.stringify(filter)}
      onOpen={(row) => onChange({ deposit: row.depositId })}
      onEnd={onEnd}
    />
  );
}

/** Which deposits are shown, with how many there are; those that are over are not counted. */
function StatusChips({ list: { counts }, status, onChange }: { list: ReturnType<typeof useDeposits>; status: DepositStatus; onChange: (change: Change) => void }) {
  const { t } = useTranslation('deposit');
  const countOf: Record<DepositStatus, number | undefined> = {
    LIVE: counts?.live,
    READY: counts?.ready,
    DUE_SOON: counts?.dueSoon,
    OVERDUE: counts?.overdue,
    SETTLED: undefined,
  };
  return (
    <ListChips label={t('status.name')}>
      {STATUSES.map((one) => {
        const count = countOf[one];
        return (
          <Chip
            key={one}
            isOn={one === status}
            onPress={() => onChange({ status: one === 'LIVE' ? undefined : one, deposit: undefined })}
            {...(count === undefined ? {} : { count: formatInteger(count) })}
          >
            {t(`status.${one}`)}
          </Chip>
        );
      })}
    </ListChips>
  );
}

/** Only those that wait for pieces from another store, or for pieces that are made. */
function SourceChips({ source, onChange }: { source: DepositFilter['source']; onChange: (change: Change) => void }) {
  const { t } = useTranslation('deposit');
  return (
    <ListChips label={t('source.name')}>
      {SOURCES.map((one) => (
        <Chip key={one} isOn={one === source} onPress={() => onChange({ source: one === source ? undefined : one, deposit: undefined })}>
          {t(`source.${one}`)}
        </Chip>
      ))}
    </ListChips>
  );
}

/** The deposits of this store: list at the start, one of them at the end. */
export function DepositPage() {
  const { t } = useTranslation('deposit');
  const { search, onChange } = useDepositSearch();
  const timeZone = useTimeZone();
  const filter = filterOf(search);
  const list = useDeposits(filter);
  const find = useFind(onChange);
  const depositId = search.deposit;
  useScanTarget({
    refusal: null,
    onScan: (code) => {
      if (isDocumentNo(code)) {
        void find(code);
        return;
      }
      playTone('accepted');
      onChange({ search: code, status: undefined, deposit: undefined });
    },
  });
  const tools = (
    <>
      <ListTools>
        <SearchField
          label={t('search')}
          clearLabel={t('clearSearch')}
          value={search.search ?? ''}
          onChange={(text) => onChange({ search: text || undefined })}
          onEnter={(text) => {
            if (isDocumentNo(text)) void find(text);
          }}
        />
        <ExportButton
          label={t('export')}
          address={address('/deposit/export.csv', { query: filter })}
          fileName={() => `${t('exportName')}-${isoDay(timeNow(), timeZone)}.csv`}
        />
      </ListTools>
      <StatusChips list={list} status={filter.status} onChange={onChange} />
      <SourceChips source={filter.source} onChange={onChange} />
    </>
  );
  const onClose = (): void => onChange({ deposit: undefined });
  const pane = depositId !== undefined && {
    label: t('column.deposit'),
    content: <DepositPane key={depositId} depositId={depositId} onClose={onClose} />,
    onClose,
  };
  return (
    <ListPage
      title={t('title')}
      beside={<ListCount>{list.counts ? t('count', { count: list.counts.live }) : ''}</ListCount>}
      tools={tools}
      pane={pane || null}
    >
      <DepositList filter={filter} list={list} selected={depositId} onChange={onChange} />
    </ListPage>
  );
}
