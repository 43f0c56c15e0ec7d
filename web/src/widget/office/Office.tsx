import type { ReactNode } from 'react';
import { errorText } from '#/api/refusal';
import { formatInteger } from '#/lib/money';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import { useExport } from '../list/ExportButton';
import css from './Office.module.css';

/** What a list of the office says in the words of its subject. */
export interface OfficeWords {
  list: string;
  one: string;
  failed: string;
  none: string;
  noneText: string;
  choose: string;
  chooseText: string;
  more: string;
  export: string;
  /** How many of how many are shown. */
  shown: (count: number, total: string) => string;
}

/** Pages of a list that were read one after the other. */
export interface OfficePages {
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface OfficeProps {
  words: OfficeWords;
  pages: OfficePages;
  /** How many rows were read so far; none before the first page. */
  count: number | undefined;
  /** How many there are in all. */
  total: number;
  filters: ReactNode;
  /** Where the whole list is had as a table, and what its file is called. */
  table: { address: string; name: string };
  /** What is open beside the list. */
  detail: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/** A list of the office with what narrows it, its table, and what is open of it beside it. */
export function Office({ words, pages, count, total, filters, table, detail, children }: OfficeProps) {
  const { isExporting, run } = useExport(table.address, `${table.name}.csv`);
  return (
    <div className={css.columns}>
      <section className={css.panel} aria-label={words.list} data-scroll>
        <div className={css.filters}>{filters}</div>
        {pages.isError && count === undefined && <ErrorState title={words.failed} text={errorText(pages.error)} onRetry={() => void pages.refetch()} />}
        {pages.isPending && (
          <Loading>
            <Bone height={320} radius={10} />
          </Loading>
        )}
        {count === 0 && <EmptyState piece="pendant" title={words.none} text={words.noneText} />}
        <ul>{children}</ul>
        {count !== undefined && count > 0 && (
          <div className={css.foot}>
            <span className="t-cap">{words.shown(count, formatInteger(total))}</span>
            <span className={css.buttons}>
              {pages.hasNextPage && (
                <Button variant="quiet" isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                  {words.more}
                </Button>
              )}
              <Button variant="quiet" isBusy={isExporting} onClick={run}>
                {words.export}
              </Button>
            </span>
          </div>
        )}
      </section>
      <section className={css.panel} aria-label={words.one} data-scroll>
        {detail ?? <EmptyState piece="bangle" title={words.choose} text={words.chooseText} />}
      </section>
    </div>
  );
}

/** A row of such a list: what it is, where it stands, and amounts. */
export function OfficeRow({ isOn, onOpen, title, sub, tag, amounts }: { isOn: boolean; onOpen: () => void; title: ReactNode; sub: ReactNode; tag: ReactNode; amounts: ReactNode }) {
  return (
    <li>
      <button type="button" className={cx(css.row, isOn && css.rowOn)} aria-pressed={isOn} onClick={onOpen}>
        <span className={css.rowText}>
          <b className="trunc">{title}</b>
          <span className="t-cap trunc">{sub}</span>
        </span>
        <span>{tag}</span>
        <span className={css.rowAmounts}>{amounts}</span>
      </button>
    </li>
  );
}
