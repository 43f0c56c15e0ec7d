import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { formatDay } from '#/lib/date';
import { formatInteger } from '#/lib/money';
import { whatIsSaid, type SearchChange } from '#/lib/page-search';
import { page } from '#/lib/path';
import { Button } from '#/ui/Button';
import { Chip } from '#/ui/Chip';
import { EmptyState } from '#/ui/EmptyState';
import { ExportButton } from '#/widget/list/ExportButton';
import { ListChips, ListPage, ListTools, PaneFrame } from '#/widget/list/ListPage';
import { RowButton, RowCaption, RowList } from '#/widget/list/RowList';
import { SearchField } from '#/widget/list/SearchField';
import { STATES, type CashReport, type CashReportFilter, type CashReportSearch, type CashReportState } from './cash-report-search';
import { cashReportsQuery } from './queries';
import { ReportBody } from './ReportBody';
import { StateTag } from './StateTag';

const route = getRouteApi('/till/other/cashReport');

type Change = SearchChange<CashReportSearch>;

function Row({ report, isOn, onOpen }: { report: CashReport; isOn: boolean; onOpen: () => void }) {
  const { t } = useTranslation('cashReport');
  const text = (
    <>
      <bdi className="t-strong trunc">{report.customerName ?? t('nobody')}</bdi>
      <RowCaption parts={[report.receiptNo, formatDay(report.businessDate)]} />
      {!report.filing && <bdi className="t-cap whole">{t('by', { date: formatDay(report.dueOn) })}</bdi>}
    </>
  );
  return <RowButton isOn={isOn} text={text} tag={<StateTag state={report.state} />} amount={report.amount} onOpen={onOpen} />;
}

interface ToolsProps {
  filter: CashReportFilter;
  countOf: (state: CashReportState) => number;
  onChange: (change: Change) => void;
}

function Tools({ filter, countOf, onChange }: ToolsProps) {
  const { t } = useTranslation('cashReport');
  const { t: ui } = useTranslation();
  return (
    <>
      <ListTools>
        <SearchField
          label={t('search')}
          clearLabel={ui('clear')}
          value={filter.search ?? ''}
          onChange={(text) => onChange({ search: text || undefined })}
        />
        <ExportButton label={t('export')} address={address('/cash-report/export.csv', { query: filter })} fileName="cash-reports.csv" />
      </ListTools>
      <ListChips>
        {STATES.filter((state) => countOf(state) > 0 || filter.state === state).map((state) => (
          <Chip
            key={state}
            isOn={filter.state === state}
            count={formatInteger(countOf(state))}
            onPress={() => onChange({ state: filter.state === state ? undefined : state })}
          >
            {t(`state.${state}`)}
          </Chip>
        ))}
      </ListChips>
    </>
  );
}

function NoReports({ filter, onChange }: { filter: CashReportFilter; onChange: (change: Change) => void }) {
  const { t } = useTranslation('cashReport');
  if (!filter.search && !filter.state) return <EmptyState piece="bangle" title={t('none')} text={t('noneText')} />;
  const clear = (
    <Button variant="quiet" onClick={() => onChange({ search: undefined, state: undefined })}>
      {t('clear')}
    </Button>
  );
  return <EmptyState piece="pendant" title={t('noMatch')} text={t('noMatchText')} actions={clear} />;
}

/** Cash that has to be reported, of this store and of linked ones: list at the start, one report at the end. */
export function CashReportPage() {
  const { t } = useTranslation('cashReport');
  const search: CashReportSearch = route.useSearch();
  const navigate = route.useNavigate();
  const onChange = (change: Change): void => {
    void navigate({
      search: (known: CashReportSearch) => whatIsSaid<CashReportSearch>({ ...known, ...change } as CashReportSearch),
      replace: true,
    });
  };
  const filter = whatIsSaid<CashReportFilter>({ search: search.search, state: search.state });
  const query = useInfiniteQuery(cashReportsQuery(filter));
  const rows = query.data?.pages.flatMap((one) => one.items) ?? [];
  const counts = query.data?.pages[0]?.counts;
  const countOf = (state: CashReportState): number => counts?.[({ DUE: 'due', OVERDUE: 'overdue', REPORTED: 'reported' } as const)[state]] ?? 0;
  const opened = rows.find(({ cashReportId }) => cashReportId === search.report);
  const onClose = (): void => onChange({ report: undefined });
  const pane = opened && {
    label: t('one'),
    content: (
      <PaneFrame title={t('one')} onClose={onClose}>
        <ReportBody key={opened.cashReportId} report={opened} />
      </PaneFrame>
    ),
    onClose,
  };
  return (
    <ListPage
      title={t('title')}
      beside={
        <Link to={page.other} className="t-meta">
          {t('other')}
        </Link>
      }
      tools={<Tools filter={filter} countOf={countOf} onChange={onChange} />}
      pane={pane ?? null}
    >
      <RowList
        query={query}
        rows={rows}
        failed={t('listFailed')}
        empty={<NoReports filter={filter} onChange={onChange} />}
        more={t('more')}
      >
        {(report) => (
          <Row
            key={report.cashReportId}
            report={report}
            isOn={report.cashReportId === search.report}
            onOpen={() => onChange({ report: report.cashReportId })}
          />
        )}
      </RowList>
    </ListPage>
  );
}
