import type { ReactNode } from 'react';
import { formatMoment } from '#/lib/date';
import { useTimeZone } from '../use-time-zone';
import css from './Ledger.module.css';

interface LedgerEntryProps {
  title: ReactNode;
  /** What stands below the title: a reason. */
  text?: ReactNode;
  /** When it happened. */
  at: string;
  /** Where, through whom, on which receipt; what is missing is left out. */
  facts: readonly (string | null | undefined)[];
  amounts?: ReactNode;
}

/** An entry of a ledger, in the order in which a reader asks: what, when, where and who, how much. */
export function LedgerEntry({ title, text, at, facts, amounts }: LedgerEntryProps) {
  const timeZone = useTimeZone();
  return (
    <li className={css.ledgerRow}>
      <span className={css.rowText}>
        <b>{title}</b>
        {text}
        <span className="t-cap">
          <bdi dir="ltr">{formatMoment(at, timeZone)}</bdi>
        </span>
        <span className="t-cap">
          {facts
            .filter((fact) => fact)
            .map((fact, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same fact may stand there twice
              <span key={index}>
                {index > 0 && ' · '}
                <bdi>{fact}</bdi>
              </span>
            ))}
        </span>
      </span>
      {amounts !== undefined && <span className={css.rowAmounts}>{amounts}</span>}
    </li>
  );
}
