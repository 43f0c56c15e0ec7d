import type { ReactNode } from 'react';
import { errorText } from '#/api/refusal';
import type { Money } from '#/api/types';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { useScrollableByKey } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './RowList.module.css';

interface RowListProps<T> {
  /** The rows as they are read, page by page. */
  query: {
    isPending: boolean;
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  rows: readonly T[];
  failed: string;
  /** Shown when there are none. */
  empty: ReactNode;
  more: string;
  children: (row: T) => ReactNode;
}

/** A short list of rows of their own making, with all that can be the matter with it. */
export function RowList<T>({ query, rows, failed, empty, more, children }: RowListProps<T>) {
  // Rows need not be buttons.
  const list = useScrollableByKey();
  if (query.isPending) {
    return (
      <Loading>
        <Bone height={240} radius={12} />
      </Loading>
    );
  }
  if (query.error && rows.length === 0) return <ErrorState title={failed} text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  if (rows.length === 0) return empty;
  return (
    <div ref={list} className={css.list} data-scroll>
      <ul>{rows.map(children)}</ul>
      {query.hasNextPage && (
        <Button variant="quiet" isWide isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {more}
        </Button>
      )}
    </div>
  );
}

/** What stands below a row's name; each is whole on one line, and goes the way of its own first letter. */
export function RowCaption({ parts }: { parts: readonly string[] }) {
  return (
    <span className={cx('t-cap num', css.caption)}>
      {parts.map((part) => (
        <bdi key={part}>{part}</bdi>
      ))}
    </span>
  );
}

interface RowButtonProps {
  isOn?: boolean;
  /** The row's two lines. */
  text: ReactNode;
  /** A word about its state. */
  tag?: ReactNode;
  amount?: Money | undefined;
  /** What stands under the amount, smaller: of how much it is, or how much of it. */
  of?: Money | undefined;
  onOpen: () => void;
}

/** A row that opens what it stands for. */
export function RowButton({ isOn = false, text, tag, amount, of, onOpen }: RowButtonProps) {
  return (
    <li>
      <button type="button" className={cx(css.row, isOn && css.rowOn)} aria-current={isOn || undefined} onClick={onOpen}>
        <span className={css.text}>{text}</span>
        {tag}
        {amount && (
          <span className={css.amounts}>
            <Amount money={amount} className="t-strong" />
            {of && <Amount money={of} className="t-cap" />}
          </span>
        )}
      </button>
    </li>
  );
}
