import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#/api/queries';
import { formatDay } from '#/lib/date';
import { formatMoney, type Money } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { cx } from '#/ui/cx';
import { ListGrid } from '#/widget/list/ListGrid';
import { listLength } from '#/widget/list/list-length';
import type { StatementRow } from './queries';
import { StateTag } from './StateTag';
import css from './StatementGrid.module.css';

/** The height of a row. */
export const ROW_PX = 60;
const COLUMNS = ['statement', 'date', 'postingDate', 'sales', 'payments', 'discount', 'difference', 'state'] as const;

function Told({ money, isOff }: { money: Money | null; isOff?: boolean }) {
  const { t } = useTranslation('statement');
  if (money) return <Amount money={money} {...(isOff && css.off ? { className: css.off } : {})} />;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr">{t('hidden')}</span>
    </>
  );
}

function Cells({ row }: { row: StatementRow }) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const isElsewhere = session !== undefined && session.store.storeNo !== row.storeNo;
  return (
    <>
      <div role="gridcell" className={css.statement}>
        <bdi dir="ltr" className="trunc">
          {row.statementNo}
        </bdi>
        <bdi dir="ltr" className={cx('t-cap', css.dateToo)}>
          {formatDay(row.transactionDate)}
        </bdi>
        {isElsewhere && (
          <bdi dir="ltr" className="t-cap">
            {row.storeNo}
          </bdi>
        )}
      </div>
      <div role="gridcell" className={css.date}>
        <bdi dir="ltr">{formatDay(row.transactionDate)}</bdi>
      </div>
      <div role="gridcell" className={css.postingDate}>
        {row.postingDate ? <bdi dir="ltr">{formatDay(row.postingDate)}</bdi> : '–'}
      </div>
      <div role="gridcell" className={css.sales}>
        <Told money={row.salesAmount} />
      </div>
      <div role="gridcell" className={css.payments}>
        <Told money={row.paymentAmount} />
      </div>
      <div role="gridcell" className={css.discount}>
        <Amount money={row.lineDiscount} />
      </div>
      <div role="gridcell" className={css.difference}>
        <Told money={row.difference} isOff={row.difference !== null && row.difference.minor !== 0} />
      </div>
      <div role="gridcell" className={css.state}>
        <StateTag state={row.state} />
      </div>
    </>
  );
}

interface StatementGridProps {
  rows: readonly StatementRow[];
  /** Whether there is another page. */
  hasMore: boolean;
  selected: string | undefined;
  /** Changes with the filter: the list then starts at the top again. */
  filterKey: string;
  onOpen: (row: StatementRow) => void;
  /** The next page is wanted. */
  onEnd: () => void;
}

/** Statements, the newest first. */
export function StatementGrid({ rows, hasMore, onEnd, ...props }: StatementGridProps) {
  const { t } = useTranslation('statement');
  const onNeed = useCallback(
    (index: number) => {
      if (index >= rows.length) onEnd();
    },
    [rows.length, onEnd],
  );
  const nameOf = (row: StatementRow | undefined): string => {
    if (!row) return t('list.rowLoading');
    const { statementNo, difference } = row;
    const name = t('list.row', { statementNo, date: formatDay(row.transactionDate), state: t(`state.${row.state}`) });
    return difference ? `${name}, ${t('difference')} ${formatMoney(difference)}` : name;
  };
  return (
    <ListGrid
      {...props}
      label={t('all')}
      columns={COLUMNS.map((name) => ({
        name,
        title: t(`column.${name}`),
        className: css[name],
        ...(name === 'date' ? { sort: 'descending' as const } : {}),
      }))}
      columnsClass={css.columns}
      rowPx={ROW_PX}
      rows={rows}
      length={listLength(rows.length, hasMore, undefined)}
      idOf={(row) => row.statementNo}
      nameOf={nameOf}
      renderCells={(row) => <Cells row={row} />}
      onNeed={onNeed}
    />
  );
}
