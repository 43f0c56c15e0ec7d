import { IconArrowUp } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#/lib/date';
import { whatIsSaid } from '#/lib/page-search';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { EmptyState } from '#/ui/EmptyState';
import { ListBones, ListCount, ListFailed, ListPage } from '#/widget/list/ListPage';
import { daysOf, filterOf, isAnyDay, type OrderSearch } from './order-search';
import { OrderFilters, useDaysLabel, type FilterProps } from './OrderFilters';
import { OrderGrid, ROW_PX } from './OrderGrid';
import css from './OrderHistory.module.css';
import { OrderPane } from './OrderPane';
import { useLastDay, useNewOrders, useOrders } from './use-orders';
import { useBusinessDate } from '#/widget/use-today';

const route = getRouteApi('/till/order/orderHistory');

/** The address of the page as state: every change is in it, typing makes no new step back. */
function useOrderSearch() {
  const search: OrderSearch = route.useSearch();
  const navigate = route.useNavigate();
  const onChange: FilterProps['onChange'] = (change) => {
    const isOpening = change.order !== undefined && search.order === undefined;
    void navigate({
      search: (known: OrderSearch) => whatIsSaid<OrderSearch>({ ...known, ...change } as OrderSearch),
      replace: !isOpening,
    });
  };
  return { search, onChange };
}

interface EmptyProps extends FilterProps {
  onClear: () => void;
}

/** No orders: in these days, or for this search. */
function NoOrders({ search, today, onChange, onClear }: EmptyProps) {
  const { t } = useTranslation('order');
  const label = useDaysLabel();
  const { from } = daysOf(search, today);
  const isFiltered = Boolean(search.search ?? search.staffId ?? search.tenderCode ?? search.statementNo);
  const lastDay = useLastDay(from, !isFiltered);
  if (isFiltered) {
    const days = label(search, today);
    return (
      <EmptyState
        piece="pendant"
        title={t('noMatch')}
        text={search.search ? t('noMatchText', { search: search.search, days }) : t('noMatchFilter', { days })}
        actions={
          <Button variant="quiet" onClick={onClear}>
            {t('clearAll')}
          </Button>
        }
      />
    );
  }
  const title = search.days === undefined ? t('none') : t('noneOnDays');
  if (lastDay === null) return <EmptyState piece="bangle" title={title} text={t('noneText')} />;
  return (
    <EmptyState
      piece="bangle"
      title={title}
      text={t('lastDay', { date: formatDay(lastDay) })}
      actions={
        <Button variant="primary" onClick={() => onChange({ days: 'custom', from: lastDay, to: lastDay })}>
          {t('showLastDay', { date: formatDay(lastDay) })}
        </Button>
      }
    />
  );
}

interface ListProps extends FilterProps {
  onOpen: (orderId: string) => void;
}

function OrderList({ search, today, onChange, onOpen }: ListProps) {
  const { t } = useTranslation('order');
  const filter = filterOf(search, today);
  const { query, rows, length, paid } = useOrders(filter);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const days = daysOf(search, today);
  const fresh = useNewOrders(filter, rows[0]?.orderId, days.to >= today && !search.statementNo);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const onNeed = useCallback(
    (index: number) => {
      if (index >= rows.length && hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    [rows.length, hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  if (query.isError && rows.length === 0) {
    const text = (reason: string): string => t('failedText', { reason });
    return <ListFailed title={t('failed')} text={text} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.isPending) return <ListBones rowPx={ROW_PX} />;
  if (rows.length === 0) {
    return (
      <NoOrders
        search={search}
        today={today}
        onChange={onChange}
        onClear={() => onChange({ search: undefined, staffId: undefined, tenderCode: undefined, statementNo: undefined })}
      />
    );
  }
  return (
    <>
      {fresh.count > 0 && (
        <button type="button" className={css.fresh} onClick={fresh.show}>
          <IconArrowUp size={18} stroke={1.6} aria-hidden="true" />
          {t('new', { count: fresh.count })}
        </button>
      )}
      <OrderGrid
        rows={rows}
        length={length}
        selected={search.order}
        showsDay={days.from !== days.to || isAnyDay(search)}
        filterKey={JSON.stringify(filter)}
        onOpen={(row) => onOpen(row.orderId)}
        onNeed={onNeed}
        onRange={onRange}
      />
      <div className={css.foot}>
        <span className="t-meta num">
          {length.isKnown &&
            t('position', { first: range.first + 1, last: Math.min(range.last + 1, length.rows), total: length.rows })}
        </span>
        <span className={cx('t-meta num', css.sums)}>
          {paid.length > 0 && (search.days === undefined && !isAnyDay(search) ? t('paidToday') : t('paidInDays'))}
          {paid.map((sum) => (
            <Amount key={sum.currency} money={sum} className={css.sum ?? ''} />
          ))}
        </span>
      </div>
    </>
  );
}

function Count({ search, today }: { search: OrderSearch; today: string }) {
  const { t } = useTranslation('order');
  const { query, length } = useOrders(filterOf(search, today));
  return <ListCount>{query.isSuccess && length.isKnown ? t('count', { count: length.rows }) : ''}</ListCount>;
}

/** The orders of this store: list at the start, one of them at the end. */
export function OrderHistoryPage() {
  const { t } = useTranslation('order');
  const { search, onChange } = useOrderSearch();
  const today = useBusinessDate();
  const orderId = search.order;
  useScanTarget({
    refusal: null,
    onScan: (code) => {
      playTone('accepted');
      onChange({ search: code, statementNo: undefined, days: undefined, from: undefined, to: undefined, order: undefined });
    },
  });
  const props = { search, today, onChange };
  const onClose = (): void => onChange({ order: undefined });
  const pane = orderId !== undefined && {
    label: t('column.order'),
    content: <OrderPane key={orderId} orderId={orderId} onClose={onClose} />,
    onClose,
  };
  return (
    <ListPage
      title={t('title')}
      beside={<Count search={search} today={today} />}
      tools={<OrderFilters {...props} />}
      pane={pane || null}
    >
      <OrderList {...props} onOpen={(order) => onChange({ order })} />
    </ListPage>
  );
}
