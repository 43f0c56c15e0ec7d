import { IconArrowUp } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getDocument } from '#/api/client';
import { address } from '#/api/operation';
import { ApiError, errorText } from '#/api/refusal';
import { formatDay } from '#/lib/date';
import { saveFile } from '#/lib/save-file';
import { useScanTarget } from '#/lib/scan';
import { isDialogOpen } from '#/lib/shortcut';
import { playTone } from '#/lib/sound';
import { useIsNarrow } from '#/lib/use-media';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { DialogFrame } from '#/ui/Dialog';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import { daysOf, filterOf, type OrderSearch } from './order-search';
import { OrderFilters, useDaysLabel, type FilterProps } from './OrderFilters';
import { OrderGrid } from './OrderGrid';
import css from './OrderHistory.module.css';
import { OrderPane } from './OrderPane';
import { useLastDay, useNewOrders, useOrders } from './use-orders';
import { useToday } from './use-today';

const route = getRouteApi('/till/order/orderHistory');
const BONES = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** The address of the page as state: every change is in it, typing makes no new step back. */
function useOrderSearch() {
  const search: OrderSearch = route.useSearch();
  const navigate = route.useNavigate();
  const onChange: FilterProps['onChange'] = (change) => {
    const isOpening = change.order !== undefined && search.order === undefined;
    void navigate({
      search: (known: OrderSearch) =>
        Object.fromEntries(Object.entries({ ...known, ...change }).filter(([, value]) => value !== undefined)) as OrderSearch,
      replace: !isOpening,
    });
  };
  return { search, onChange };
}

function useExport(search: OrderSearch, today: string) {
  const { t } = useTranslation('order');
  const [isExporting, setExporting] = useState(false);
  const run = (): void => {
    if (isExporting) return;
    const { from, to } = daysOf(search, today);
    setExporting(true);
    getDocument(address('/order/export.csv', { query: filterOf(search, today) }))
      .then((blob) => saveFile(blob, `${t('exportName')}-${from === to ? from : `${from}-${to}`}.csv`))
      // The client has said what went wrong; the list stays as it is.
      .catch(() => undefined)
      .finally(() => setExporting(false));
  };
  return { isExporting, run };
}

interface EmptyProps extends FilterProps {
  onClear: () => void;
}

/** No orders: in these days, or for this search. */
function NoOrders({ search, today, onChange, onClear }: EmptyProps) {
  const { t } = useTranslation('order');
  const label = useDaysLabel();
  const { from } = daysOf(search, today);
  const isFiltered = Boolean(search.search ?? search.staffId ?? search.tenderCode);
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

function ListBones() {
  return (
    <Loading>
      <div className={css.bones}>
        {BONES.map((row) => (
          <div key={row} className={css.boneRow}>
            <Bone width="48px" height={16} />
            <Bone width="56px" height={16} />
            <Bone height={16} />
            <Bone width="40px" height={40} radius={8} />
            <Bone width="84px" height={16} />
          </div>
        ))}
      </div>
    </Loading>
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
  const fresh = useNewOrders(filter, rows[0]?.orderId, days.to >= today);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const onNeed = useCallback(
    (index: number) => {
      if (index >= rows.length && hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    [rows.length, hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  if (query.isError && rows.length === 0) {
    const reference = query.error instanceof ApiError ? query.error.reference : null;
    return (
      <ErrorState
        title={t('failed')}
        text={t('failedText', { reason: errorText(query.error).replace(/[.。]$/, '') })}
        reference={reference}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.isPending) return <ListBones />;
  if (rows.length === 0) {
    return (
      <NoOrders
        search={search}
        today={today}
        onChange={onChange}
        onClear={() => onChange({ search: undefined, staffId: undefined, tenderCode: undefined })}
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
        showsDay={days.from !== days.to}
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
          {paid.length > 0 && (search.days === undefined ? t('paidToday') : t('paidInDays'))}
          {paid.map((sum) => (
            <Amount key={sum.currency} money={sum} className={css.sum ?? ''} />
          ))}
        </span>
      </div>
    </>
  );
}

function Title({ search, today }: { search: OrderSearch; today: string }) {
  const { t } = useTranslation('order');
  const { query, length } = useOrders(filterOf(search, today));
  return (
    <div className={css.title}>
      <h1 className="t-disp">{t('title')}</h1>
      <span className="mut2 num" role="status">
        {query.isSuccess && length.isKnown ? t('count', { count: length.rows }) : ''}
      </span>
    </div>
  );
}

/** The orders of this store: list at the start, one of them at the end. */
export function OrderHistoryPage() {
  const { t } = useTranslation('order');
  const { search, onChange } = useOrderSearch();
  const isNarrow = useIsNarrow();
  const list = useRef<HTMLDivElement>(null);
  const today = useToday();
  const exporting = useExport(search, today);
  const orderId = search.order;
  const close = (): void => {
    onChange({ order: undefined });
    // Back to the row that opened it.
    list.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus();
  };
  useScanTarget({
    refusal: null,
    onScan: (code) => {
      playTone('accepted');
      onChange({ search: code, days: undefined, from: undefined, to: undefined, order: undefined });
    },
  });
  const onEscape = useEffectEvent((event: KeyboardEvent): void => {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key !== 'Escape' || isField || isDialogOpen()) return;
    if (document.querySelector('[role="dialog"]')) return;
    close();
  });
  const isPaneOpen = orderId !== undefined && !isNarrow;
  useEffect(() => {
    if (!isPaneOpen) return undefined;
    // Before the dialog that lies over the pane has closed itself: one press closes one thing.
    const onKey = (event: KeyboardEvent): void => onEscape(event);
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isPaneOpen]);
  const props = { search, today, onChange };
  return (
    <div className={css.page}>
      <section ref={list} className={css.list} aria-label={t('title')}>
        <Title search={search} today={today} />
        <OrderFilters {...props} onExport={exporting.run} isExporting={exporting.isExporting} />
        <div className={css.panel}>
          <OrderList {...props} onOpen={(order) => onChange({ order })} />
        </div>
      </section>
      {orderId && !isNarrow && (
        <aside className={css.pane} aria-label={t('column.order')}>
          <OrderPane key={orderId} orderId={orderId} onClose={close} />
        </aside>
      )}
      {orderId && isNarrow && (
        <DialogFrame label={t('column.order')} isFullOnPhone width={560} onClose={close}>
          <OrderPane key={orderId} orderId={orderId} onClose={close} />
        </DialogFrame>
      )}
    </div>
  );
}
