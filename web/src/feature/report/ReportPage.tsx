import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { errorText } from '#/api/refusal';
import { formatDay } from '#/lib/date';
import { formatInteger, formatMinor, formatMoney, formatRate } from '#/lib/money';
import { whatIsSaid, type SearchChange } from '#/lib/page-search';
import { Amount } from '#/ui/Amount';
import { cx } from '#/ui/cx';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { Bone, Loading } from '#/ui/Skeleton';
import { Tag } from '#/ui/Tag';
import { DaysButton } from '#/widget/list/DaysButton';
import { ExportButton } from '#/widget/list/ExportButton';
import { ListSelect } from '#/widget/list/ListPage';
import { useBusinessDate } from '#/widget/use-today';
import { Columns } from './Columns';
import { Exceptions } from './Exceptions';
import { reportQuery, type DayReport } from './queries';
import { Ranking } from './Ranking';
import { isEmpty, type Bar } from './report';
import css from './Report.module.css';
import { DAY_PRESETS, daysOf, filterOf, type ReportFilter, type ReportSearch } from './report-search';
import { GivenTable, TenderTable, TimeTable, VatTable } from './Tables';

const route = getRouteApi('/till/report');

/** The address of the page as state. */
function useReportSearch() {
  const search: ReportSearch = route.useSearch();
  const navigate = route.useNavigate();
  const onChange = (change: SearchChange<ReportSearch>): void => {
    void navigate({
      search: (known: ReportSearch) => whatIsSaid<ReportSearch>({ ...known, ...change } as ReportSearch),
      replace: true,
    });
  };
  return { search, onChange };
}

interface ToolsProps {
  report: DayReport | undefined;
  filter: ReportFilter;
  today: string;
}

/** Which days, which store, the table for spreadsheets and the paper. */
function Tools({ report, filter, today }: ToolsProps) {
  const { t, i18n } = useTranslation('report');
  const { t: order } = useTranslation('order');
  const { search, onChange } = useReportSearch();
  const nameOf = (name: ReportSearch['days']): string => (name === undefined ? order('days.today') : order(`days.${name}`));
  const range = search.days === 'custom' ? order('days.range', { from: formatDay(filter.from), to: formatDay(filter.to) }) : null;
  const stores = report?.stores ?? [];
  return (
    <div className={css.tools}>
      <DaysButton
        label={range ?? nameOf(search.days)}
        choices={[undefined, ...DAY_PRESETS].map((name) => ({ days: name, name: nameOf(name) }))}
        chosen={search.days}
        shown={daysOf(search, today)}
        today={today}
        onChange={onChange}
      />
      {stores.length > 1 && (
        <ListSelect
          label={t('store')}
          value={search.storeNo ?? report?.storeNo ?? ''}
          onChange={(storeNo) => onChange({ storeNo: storeNo || undefined })}
          options={stores.map(({ storeNo, name }) => ({ value: storeNo, name }))}
        />
      )}
      <ExportButton
        label={t('export')}
        address={address('/report/day/export.csv', { query: filter })}
        fileName={`${t('exportName')}-${filter.from}-${filter.to}.csv`}
      />
      <ExportButton
        isPaper
        label={t('exportPdf')}
        address={address('/report/day/export.pdf', { query: { ...filter, language: i18n.language } })}
        fileName={`${t('exportName')}-${filter.from}-${filter.to}.pdf`}
      />
    </div>
  );
}

/** What was sold, in four figures. */
function KeyFigures({ report }: { report: DayReport }) {
  const { t } = useTranslation('report');
  const { total, turnoverEuro, turnoverPerTransaction, piecesPerTransaction, discountRate } = report;
  const isEuro = report.currency === 'EUR';
  const figures = [
    {
      name: t('turnover'),
      value: <Amount money={total.turnover} className={cx(css.amount)} />,
      caption: isEuro ? t('withVat', { amount: formatMoney(total.sales) }) : t('inEuro', { amount: formatMoney(turnoverEuro) }),
    },
    {
      name: t('transactions'),
      value: <span className={cx(css.amount)}>{formatInteger(total.transactions)}</span>,
      caption: t('piecesSold', { count: total.pieces }),
    },
    {
      name: t('perTransaction'),
      value: turnoverPerTransaction ? <Amount money={turnoverPerTransaction} className={cx(css.amount)} /> : <span className={css.amount}>–</span>,
      caption: piecesPerTransaction === null ? '' : t('piecesEach', { pieces: formatMinor(piecesPerTransaction, 2) }),
    },
    {
      name: t('discount'),
      value: <Amount money={total.discount} className={cx(css.amount)} />,
      caption: discountRate === null ? '' : t('ofGross', { rate: formatRate(discountRate) }),
    },
  ];
  return (
    <dl className={css.figures}>
      {figures.map(({ name, value, caption }) => (
        <div key={name} className={css.figure}>
          <dt className="t-label">{name}</dt>
          <dd>
            {value}
            <span className="t-cap">{caption}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Sales by hour or by day: as a chart, and in figures below. */
function Time({ report }: { report: DayReport }) {
  const { t } = useTranslation('report');
  const isOneDay = report.from === report.to;
  const [chosen, setChosen] = useState<'hour' | 'day'>('day');
  const kind = isOneDay ? 'hour' : chosen;
  const bars: Bar[] =
    kind === 'hour'
      ? report.hours.map(({ hour, figures }) => ({ key: String(hour), short: String(hour), name: hourText(hour), figures }))
      : report.days.map(({ date, figures }) => ({ key: date, short: formatDay(date).slice(0, 6), name: formatDay(date), figures }));
  const title = t(`chart.${kind}`);
  return (
    <section className={css.wide} aria-label={title}>
      <div className={css.chartHead}>
        <h2 className="t-lead">{title}</h2>
        {!isOneDay && (
          <Segment
            label={t('chart.by')}
            value={kind}
            options={[
              { value: 'day', label: t('day') },
              { value: 'hour', label: t('hour') },
            ]}
            onChange={setChosen}
          />
        )}
      </div>
      <Columns title={title} currency={report.currency} bars={bars} />
      <TimeTable title={title} first={t(kind)} bars={bars} />
    </section>
  );
}

function Shown({ report, filter }: { report: DayReport; filter: ReportFilter }) {
  const { t } = useTranslation('report');
  return (
    <>
      {report.withoutRate.length > 0 && (
        <Note tone="citrine">{t('withoutRate', { days: report.withoutRate.map(formatDay).join(', ') })}</Note>
      )}
      <div className={css.wide}>
        <KeyFigures report={report} />
      </div>
      <div className={css.columns}>
        <div className={css.main}>
          {isEmpty(report) ? (
            <div className={css.wide}>
              <EmptyState piece="bangle" title={t('empty')} text={t('emptyText')} />
            </div>
          ) : (
            <>
              <Time report={report} />
              <GivenTable report={report} />
            </>
          )}
          <Exceptions filter={filter} />
        </div>
        <div className={css.side}>
          <Ranking title={t('salespeople')} parts={report.salespeople} none={t('noName')} />
          <Ranking title={t('collections')} parts={report.collections} none={t('noCollection')} />
          <Ranking title={t('classes')} parts={report.classes} none={t('noName')} />
          <TenderTable report={report} />
          <VatTable report={report} />
        </div>
      </div>
    </>
  );
}

/** What the store sold today, or on a few days, from the same lines as the statement. */
export function ReportPage() {
  const { t } = useTranslation('report');
  const { search } = useReportSearch();
  const today = useBusinessDate();
  const filter = filterOf(search, today);
  const query = useQuery(reportQuery(filter));
  const report = query.data;
  return (
    <div className={css.page} data-scroll>
      <header className={css.head}>
        <h1 className="t-disp">{t('title')}</h1>
        {report && !report.isClosed && <Tag tone="citrine">{t('notClosed')}</Tag>}
        <Tools report={report} filter={filter} today={today} />
      </header>
      {query.isError && !report && <ErrorState title={t('failed')} text={errorText(query.error)} onRetry={() => void query.refetch()} />}
      {query.isPending && (
        <Loading>
          <Bone height={480} radius={14} />
        </Loading>
      )}
      {report && <Shown report={report} filter={filter} />}
    </div>
  );
}
