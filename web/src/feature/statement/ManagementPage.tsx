import { IconCalculator } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { COUNT_STATEMENT, useMay } from '#/api/permission';
import { formatDay } from '#/lib/date';
import { whatIsSaid, type SearchChange } from '#/lib/page-search';
import { page } from '#/lib/path';
import { Button } from '#/ui/Button';
import buttonCss from '#/ui/Button.module.css';
import { cx } from '#/ui/cx';
import { EmptyState } from '#/ui/EmptyState';
import { DaysButton } from '#/widget/list/DaysButton';
import { ExportButton } from '#/widget/list/ExportButton';
import { ListActions, ListBones, ListFailed, ListPage, ListSelect, ListTools } from '#/widget/list/ListPage';
import { useBusinessDate } from '#/widget/use-today';
import { XButton } from './PaperButton';
import { statementsQuery, type StatementRow, type StatementStore } from './queries';
import { DAY_PRESETS, daysOf, filterOf, isFiltered, STATES, type StatementFilter, type StatementSearch } from './statement-search';
import { ROW_PX, StatementGrid } from './StatementGrid';
import { StatementPane } from './StatementPane';
import { UnmatchedLink } from './UnmatchedLink';

const route = getRouteApi('/till/statement/management');

type Change = SearchChange<StatementSearch>;

/** The address of the page as state. */
function useStatementSearch() {
  const search: StatementSearch = route.useSearch();
  const navigate = route.useNavigate();
  const onChange = (change: Change): void => {
    const isOpening = change.statement !== undefined && search.statement === undefined;
    void navigate({
      search: (known: StatementSearch) => whatIsSaid<StatementSearch>({ ...known, ...change } as StatementSearch),
      replace: !isOpening,
    });
  };
  return { search, onChange };
}

function useStatements(filter: StatementFilter) {
  const query = useInfiniteQuery(statementsQuery(filter));
  const pages = query.data?.pages;
  const rows = useMemo<StatementRow[]>(() => pages?.flatMap((one) => one.items) ?? [], [pages]);
  return { query, rows };
}

/** The stores that can be chosen, as the last answer told them: they stay while another one is on its way. */
function useStores({ data }: ReturnType<typeof useStatements>['query']): readonly StatementStore[] {
  const [known, setKnown] = useState<readonly StatementStore[]>([]);
  const told = data?.pages[0]?.stores;
  if (told && told !== known) setKnown(told);
  return known;
}

interface ToolsProps {
  search: StatementSearch;
  today: string;
  stores: readonly StatementStore[];
  onChange: (change: Change) => void;
}

function Tools({ search, today, stores, onChange }: ToolsProps) {
  const { t, i18n } = useTranslation('statement');
  const { t: order } = useTranslation('order');
  const days = daysOf(search, today);
  const fileName = `${t('exportName')}-${days ? `${days.from}-${days.to}` : today}`;
  const isOwn = search.days === 'custom' && days !== null;
  const range = isOwn ? order('days.range', { from: formatDay(days.from), to: formatDay(days.to) }) : null;
  const nameOf = (name: StatementSearch['days']): string => (name === undefined ? t('filter.allDays') : order(`days.${name}`));
  return (
    <ListTools>
      <DaysButton
        label={range ?? nameOf(search.days)}
        choices={[undefined, ...DAY_PRESETS].map((name) => ({ days: name, name: nameOf(name) }))}
        chosen={search.days}
        shown={days ?? { from: today, to: today }}
        today={today}
        onChange={onChange}
      />
      <ListSelect
        label={t('filter.state')}
        value={search.state ?? ''}
        onChange={(state) => onChange({ state: STATES.find((one) => one === state) })}
        options={STATES.map((state) => ({ value: state, name: t(`state.${state}`) }))}
      />
      {(stores.length > 1 || search.storeNo !== undefined) && (
        <ListSelect
          label={t('filter.store')}
          value={search.storeNo ?? ''}
          onChange={(storeNo) => onChange({ storeNo: storeNo || undefined })}
          options={stores.map(({ storeNo, name }) => ({ value: storeNo, name }))}
        />
      )}
      <ExportButton
        label={t('export')}
        address={address('/statement/export.csv', { query: filterOf(search, today) })}
        fileName={`${fileName}.csv`}
      />
      <ExportButton
        isPaper
        label={t('exportPdf')}
        address={address('/statement/export.pdf', { query: { ...filterOf(search, today), language: i18n.language } })}
        fileName={`${fileName}.pdf`}
      />
    </ListTools>
  );
}

function NoStatements({ search, onChange }: { search: StatementSearch; onChange: (change: Change) => void }) {
  const { t } = useTranslation('statement');
  if (!isFiltered(search)) return <EmptyState piece="bangle" title={t('list.none')} text={t('list.noneText')} />;
  const clear = (): void => onChange({ days: undefined, from: undefined, to: undefined, state: undefined, storeNo: undefined });
  return (
    <EmptyState
      piece="pendant"
      title={t('list.noMatch')}
      text={t('list.noMatchText')}
      actions={
        <Button variant="quiet" onClick={clear}>
          {t('list.clear')}
        </Button>
      }
    />
  );
}

interface ListProps {
  search: StatementSearch;
  filter: StatementFilter;
  list: ReturnType<typeof useStatements>;
  onChange: (change: Change) => void;
}

function StatementList({ search, filter, list: { query, rows }, onChange }: ListProps) {
  const { t } = useTranslation('statement');
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (query.isError && rows.length === 0) {
    return <ListFailed title={t('list.failed')} text={(reason) => t('list.failedText', { reason })} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.isPending) return <ListBones rowPx={ROW_PX} />;
  if (rows.length === 0) return <NoStatements search={search} onChange={onChange} />;
  return (
    <StatementGrid
      rows={rows}
      hasMore={hasNextPage}
      selected={search.statement}
      filterKey={JSON.stringify(filter)}
      onOpen={(row) => onChange({ statement: row.statementNo })}
      onEnd={onEnd}
    />
  );
}

/** The way back to the statement at work. */
function CurrentLink() {
  const { t } = useTranslation('statement');
  if (!useMay(COUNT_STATEMENT)) return null;
  return (
    <Link to={page.statement} className={cx(buttonCss.button, buttonCss.quiet)}>
      <IconCalculator size={20} stroke={1.6} aria-hidden="true" />
      {t('current')}
    </Link>
  );
}

/** The statements of this store and of linked ones: list at the start, one of them at the end. */
export function ManagementPage() {
  const { t } = useTranslation('statement');
  const { search, onChange } = useStatementSearch();
  const today = useBusinessDate();
  const filter = filterOf(search, today);
  const list = useStatements(filter);
  const stores = useStores(list.query);
  const statementNo = search.statement;
  const onClose = (): void => onChange({ statement: undefined });
  const pane = statementNo !== undefined && {
    label: t('column.statement'),
    content: <StatementPane key={statementNo} statementNo={statementNo} onClose={onClose} />,
    onClose,
  };
  return (
    <ListPage
      title={t('all')}
      beside={
        <ListActions>
          <XButton store={stores.find((one) => one.storeNo === search.storeNo)} />
          <Link to={page.statementClosing} className={cx(buttonCss.button, buttonCss.quiet)}>
            {t('closing.link')}
          </Link>
          <UnmatchedLink className={cx(buttonCss.button, buttonCss.quiet)} />
          <CurrentLink />
        </ListActions>
      }
      tools={<Tools search={search} today={today} stores={stores} onChange={onChange} />}
      pane={pane || null}
    >
      <StatementList search={search} filter={filter} list={list} onChange={onChange} />
    </ListPage>
  );
}
