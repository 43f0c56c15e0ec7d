import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#/api/types';
import { formatDay, formatMinute } from '#/lib/date';
import { formatMoney } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { cx } from '#/ui/cx';
import { Picture } from '#/ui/Picture';
import { Bone } from '#/ui/Skeleton';
import { useTimeZone } from '#/widget/use-time-zone';
import type { ListLength } from './list-length';
import css from './OrderHistory.module.css';

const ROW_PX = 60;
const OVERSCAN = 10;
const PICTURES_MAX = 2;
const PAGE_ROWS = 8;

/** Where a key leads in the list; `null` for other keys. */
export function nextRow(key: string, from: number, total: number): number | null {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS };
  if (total === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return total - 1;
  const step = steps[key];
  return step === undefined ? null : Math.min(total - 1, Math.max(0, from + step));
}

const COLUMNS = ['time', 'order', 'customer', 'pieces', 'tender', 'paid', 'status'] as const;

function Head() {
  const { t } = useTranslation('order');
  return (
    <div role="rowgroup" className={css.head}>
      <div role="row" aria-rowindex={1} className={css.columns}>
        {COLUMNS.map((column) => (
          <div
            key={column}
            role="columnheader"
            className={css[column]}
            {...(column === 'time' ? { 'aria-sort': 'descending' as const } : {})}
          >
            {t(`column.${column}`)}
          </div>
        ))}
      </div>
    </div>
  );
}

function Pieces({ row }: { row: OrderRow }) {
  const { t } = useTranslation('order');
  const shown = row.pictures.slice(0, PICTURES_MAX);
  const rest = row.pieces - shown.length;
  return (
    <span className={css.pictures}>
      {shown.map((src, index) => (
        // The same piece may be sold twice: its picture is no key.
        // oxlint-disable-next-line react/no-array-index-key
        <Picture key={`${src}${index}`} src={src} size="s40" className={index > 0 ? css.secondPicture : undefined} />
      ))}
      {rest > 0 && <span className="t-cap num t-strong">{t('morePictures', { count: rest })}</span>}
    </span>
  );
}

function Cells({ row, showsDay }: { row: OrderRow; showsDay: boolean }) {
  const { t } = useTranslation('order');
  const timeZone = useTimeZone();
  return (
    <>
      <div role="gridcell" className={css.time}>
        <bdi dir="ltr">{formatMinute(row.completedAt, timeZone)}</bdi>
        {showsDay && (
          <bdi dir="ltr" className="t-cap">
            {formatDay(row.businessDate).slice(0, 6)}
          </bdi>
        )}
      </div>
      <div role="gridcell" className={css.order}>
        <bdi>{row.orderNo}</bdi>
      </div>
      <div role="gridcell" className={css.customer}>
        <bdi className={cx('trunc', row.customerName === null && 'mut2')}>{row.customerName ?? t('walkIn')}</bdi>
        <bdi className="t-cap trunc">{row.salespersonName}</bdi>
      </div>
      <div role="gridcell" className={css.pieces}>
        <Pieces row={row} />
      </div>
      <div role="gridcell" className={css.tender}>
        <span className="clamp2">{row.tenders.map((tender) => tender.name).join(', ')}</span>
      </div>
      <div role="gridcell" className={css.paid}>
        <Amount money={row.total} />
      </div>
      <div role="gridcell" className={css.status}>
        {t('completed')}
      </div>
    </>
  );
}

interface RowProps {
  /** None while its page is on the way: the row keeps its place and the focus. */
  row: OrderRow | undefined;
  index: number;
  start: number;
  isSelected: boolean;
  isActive: boolean;
  showsDay: boolean;
  onOpen: (row: OrderRow) => void;
  onFocus: (index: number) => void;
}

function Row({ row, index, start, isSelected, isActive, showsDay, onOpen, onFocus }: RowProps) {
  const { t } = useTranslation('order');
  const timeZone = useTimeZone();
  const name = row
    ? t('row', {
        orderNo: row.orderNo,
        time: formatMinute(row.completedAt, timeZone),
        customer: row.customerName ?? t('walkIn'),
        salesperson: row.salespersonName,
        total: formatMoney(row.total),
      })
    : t('rowLoading');
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={name}
      tabIndex={isActive ? 0 : -1}
      data-row={index}
      className={cx(css.columns, css.row, isSelected && css.selected)}
      style={{ insetBlockStart: start, blockSize: ROW_PX }}
      onClick={() => row && onOpen(row)}
      onFocus={() => onFocus(index)}
      onKeyDown={(event) => {
        if (!row || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        onOpen(row);
      }}
    >
      {row ? (
        <Cells row={row} showsDay={showsDay} />
      ) : (
        <div role="gridcell" className={css.bone}>
          <Bone height={16} />
        </div>
      )}
    </div>
  );
}

interface OrderGridProps {
  rows: readonly OrderRow[];
  length: ListLength;
  selected: string | undefined;
  showsDay: boolean;
  /** Changes with the filter: the list then starts at the top again. */
  filterKey: string;
  onOpen: (row: OrderRow) => void;
  /** Rows up to this one are wanted. */
  onNeed: (index: number) => void;
  onRange: (first: number, last: number) => void;
}

/** The list as a grid: only rows on screen are drawn, all have one height, the scrollbar is honest once they are counted. */
export function OrderGrid({ rows, length, selected, showsDay, filterKey, onOpen, onNeed, onRange }: OrderGridProps) {
  const { t } = useTranslation('order');
  const total = length.rows;
  const area = useRef<HTMLDivElement>(null);
  const focusNext = useRef<number | null>(null);
  const [active, setActive] = useState(0);
  const shownKey = useRef(filterKey);
  // oxlint-disable-next-line react/incompatible-library -- rows have one height, nothing is memoised around it
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => area.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    paddingEnd: 30,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const visible = virtual.range;
  useEffect(() => onNeed(last), [onNeed, last, rows.length]);
  const firstShown = visible?.startIndex ?? 0;
  const lastShown = visible?.endIndex ?? 0;
  useEffect(() => onRange(firstShown, lastShown), [onRange, firstShown, lastShown]);
  useEffect(() => {
    if (shownKey.current === filterKey) return;
    shownKey.current = filterKey;
    area.current?.scrollTo({ top: 0 });
    setActive(0);
  }, [filterKey]);
  useEffect(() => {
    if (focusNext.current === null) return;
    const row = area.current?.querySelector<HTMLElement>(`[data-row="${focusNext.current}"]`);
    if (!row) return;
    focusNext.current = null;
    row.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = nextRow(event.key, active, total);
    if (to === null) return;
    event.preventDefault();
    focusNext.current = to;
    virtual.scrollToIndex(to);
    setActive(to);
  };
  return (
    <div
      role="grid"
      aria-label={t('title')}
      aria-rowcount={length.isKnown ? total + 1 : -1}
      aria-colcount={COLUMNS.length}
      className={css.grid}
    >
      <Head />
      <div ref={area} role="rowgroup" className={css.rows} data-scroll onKeyDown={onKeyDown}>
        <div role="presentation" className={css.canvas} style={{ blockSize: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <Row
              key={index}
              row={rows[index]}
              index={index}
              start={start}
              isSelected={selected !== undefined && rows[index]?.orderId === selected}
              isActive={index === active}
              showsDay={showsDay}
              onOpen={onOpen}
              onFocus={setActive}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
