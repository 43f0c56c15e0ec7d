import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#/api/types';
import { formatDay, formatMinute } from '#/lib/date';
import { formatMoney } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { cx } from '#/ui/cx';
import { Picture } from '#/ui/Picture';
import { ListGrid } from '#/widget/list/ListGrid';
import type { ListLength } from '#/widget/list/list-length';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './OrderHistory.module.css';

/** The height of a row. */
export const ROW_PX = 60;
const PICTURES_MAX = 2;

const COLUMNS = ['time', 'order', 'customer', 'pieces', 'tender', 'paid', 'status'] as const;

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

/** Orders, newest first. */
export function OrderGrid({ showsDay, ...props }: OrderGridProps) {
  const { t } = useTranslation('order');
  const timeZone = useTimeZone();
  const columns = COLUMNS.map((name) => ({
    name,
    title: t(`column.${name}`),
    className: css[name],
    ...(name === 'time' ? { sort: 'descending' as const } : {}),
  }));
  const nameOf = (row: OrderRow | undefined): string =>
    row
      ? t('row', {
          orderNo: row.orderNo,
          time: formatMinute(row.completedAt, timeZone),
          customer: row.customerName ?? t('walkIn'),
          salesperson: row.salespersonName,
          total: formatMoney(row.total),
        })
      : t('rowLoading');
  return (
    <ListGrid
      {...props}
      label={t('title')}
      columns={columns}
      columnsClass={css.columns}
      rowPx={ROW_PX}
      idOf={(row) => row.orderId}
      nameOf={nameOf}
      renderCells={(row) => <Cells row={row} showsDay={showsDay} />}
    />
  );
}
