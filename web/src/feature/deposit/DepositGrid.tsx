import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositRow } from '#/api/types';
import { formatDay } from '#/lib/date';
import { formatMoney } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { cx } from '#/ui/cx';
import { ListGrid } from '#/widget/list/ListGrid';
import { listLength } from '#/widget/list/list-length';
import { paidPercent } from './deposit-search';
import css from './Deposit.module.css';
import { DepositBadge } from './DepositBadge';

/** The height of a row. */
export const ROW_PX = 68;
const COLUMNS = ['deposit', 'customer', 'pieces', 'paid', 'balance', 'until'] as const;

/** What was paid of the whole: a bar for the eye, the amounts beside it. */
function Paid({ row }: { row: DepositRow }) {
  const { t } = useTranslation('deposit');
  const paid = { ...row.total, minor: row.total.minor - row.balance.minor };
  return (
    <>
      <span className={css.bar} aria-hidden="true">
        <span className={cx(css.barPaid, row.balance.minor === 0 && css.barFull)} style={{ inlineSize: `${paidPercent(row)}%` }} />
      </span>
      <bdi className="t-cap num">{t('paidOf', { paid: formatMoney(paid), total: formatMoney(row.total) })}</bdi>
    </>
  );
}

function Cells({ row }: { row: DepositRow }) {
  const { t } = useTranslation('deposit');
  return (
    <>
      <div role="gridcell" className={css.deposit}>
        <bdi dir="ltr">{row.documentNo}</bdi>
        <bdi dir="ltr" className="t-cap">
          {formatDay(row.openedOn)}
        </bdi>
      </div>
      <div role="gridcell" className={css.customer}>
        <bdi className="trunc">{row.customerName}</bdi>
        <bdi className={cx('t-cap trunc', css.seller)}>{row.salespersonName}</bdi>
        <bdi dir="ltr" className={cx('t-cap trunc', css.numberToo)}>
          {row.documentNo}
        </bdi>
      </div>
      <div role="gridcell" className={css.pieces}>
        <bdi className="trunc">{row.firstItemName}</bdi>
        {row.pieces > 1 && <span className="t-cap">{t('more', { count: row.pieces - 1 })}</span>}
      </div>
      <div role="gridcell" className={css.paid}>
        <Paid row={row} />
      </div>
      <div role="gridcell" className={css.balance}>
        <Amount money={row.balance} />
      </div>
      <div role="gridcell" className={css.until}>
        <bdi dir="ltr">{formatDay(row.expiresOn)}</bdi>
        <DepositBadge deposit={row} />
      </div>
    </>
  );
}

interface DepositGridProps {
  rows: readonly DepositRow[];
  /** Whether there is another page. */
  hasMore: boolean;
  selected: string | undefined;
  /** Changes with the filter: the list then starts at the top again. */
  filterKey: string;
  onOpen: (row: DepositRow) => void;
  /** The next page is wanted. */
  onEnd: () => void;
}

/** Deposits, the day by which each is to be fetched at the end. */
export function DepositGrid({ rows, hasMore, onEnd, ...props }: DepositGridProps) {
  const { t } = useTranslation('deposit');
  const onNeed = useCallback(
    (index: number) => {
      if (index >= rows.length) onEnd();
    },
    [rows.length, onEnd],
  );
  const nameOf = (row: DepositRow | undefined): string => {
    if (!row) return t('rowLoading');
    const badge = row.badge ?? (row.state === 'SETTLED' || row.state === 'CANCELLED' ? row.state : null);
    const { documentNo, customerName: customer } = row;
    const name = t('row', { documentNo, customer, balance: formatMoney(row.balance), until: formatDay(row.expiresOn) });
    return [name, badge && t(`badge.${badge}`)].filter(Boolean).join(', ');
  };
  return (
    <ListGrid
      {...props}
      label={t('title')}
      columns={COLUMNS.map((name) => ({ name, title: t(`column.${name}`), className: css[name] }))}
      columnsClass={css.columns}
      rowPx={ROW_PX}
      rows={rows}
      length={listLength(rows.length, hasMore, undefined)}
      idOf={(row) => row.depositId}
      nameOf={nameOf}
      renderCells={(row) => <Cells row={row} />}
      onNeed={onNeed}
    />
  );
}
