import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { COUNT_STATEMENT, useMay } from '#/api/permission';
import { errorText } from '#/api/refusal';
import { formatMinute } from '#/lib/date';
import { formatInteger, formatMoney } from '#/lib/money';
import { Button } from '#/ui/Button';
import { Note } from '#/ui/Note';
import { Tag } from '#/ui/Tag';
import { useTimeZone } from '#/widget/use-time-zone';
import { useTerminalTotals, type Statement, type Terminal } from './queries';
import { terminalAnchor } from './statement';
import { UnmatchedLink } from './UnmatchedLink';
import css from './Terminals.module.css';

/** Why a terminal told nothing; none of one that did. */
function untold({ isRead, isAsking, isCutOff, isReached }: Terminal): 'asking' | 'cutOff' | 'lost' | 'notRead' | null {
  if (isRead) return null;
  if (isAsking) return 'asking';
  if (isCutOff) return 'cutOff';
  return isReached ? 'lost' : 'notRead';
}

function Totals({ terminal, hasAnchor }: { terminal: Terminal; hasAnchor: boolean }) {
  const { t } = useTranslation('statement');
  const timeZone = useTimeZone();
  const why = untold(terminal);
  return (
    <li className={css.terminal} {...(hasAnchor ? { id: terminalAnchor(terminal.terminalNo) } : {})}>
      <p className={css.name}>
        <b>
          <bdi>{terminal.name}</bdi>
        </b>
        <span className="t-cap">
          <bdi dir="ltr">{formatMinute(terminal.askedAt, timeZone)}</bdi>
        </span>
      </p>
      {why !== null && <p className="t-meta">{t(`terminals.${why}`)}</p>}
      {terminal.isRead && terminal.tenders.length === 0 && <p className="t-meta">{t('terminals.nothing')}</p>}
      {terminal.tenders.map((tender) => (
        <div key={tender.tenderCode} className={css.tender}>
          <p className={css.name}>
            <b>{tender.tenderCode}</b>
            <Tag tone={tender.isMatched ? 'emerald' : 'garnet'}>{t(tender.isMatched ? 'terminals.matched' : 'terminals.unmatched')}</Tag>
          </p>
          <dl>
            {(
              [
                ['terminal', tender.terminalAmount, tender.terminalQuantity],
                ['attempts', tender.attemptAmount, tender.attemptQuantity],
                ['booked', tender.bookedAmount, null],
              ] as const
            ).map(([side, amount, quantity]) => (
              <div key={side} className={css.side}>
                <dt>{t(`terminals.${side}`)}</dt>
                <dd>
                  <bdi dir="ltr">{formatMoney(amount)}</bdi>
                  {quantity !== null && <span className="mut2"> · {formatInteger(quantity)}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </li>
  );
}

interface TerminalsProps {
  statement: Statement;
  /** Whether they are offered to be asked before anybody has asked. */
  isOffered?: boolean;
  /** Whether causes of a difference lead here. */
  hasAnchors?: boolean;
}

/** What card terminals took, what was tried and what is booked: three sides that should agree. */
export function Terminals({ statement, isOffered = false, hasAnchors = false }: TerminalsProps) {
  const { t } = useTranslation('statement');
  const totals = useTerminalTotals(statement.statementNo);
  const isAsked = statement.terminals.length > 0;
  // The server says whether one is left to be asked: those that answered never are.
  const mayAsk = useMay(COUNT_STATEMENT) && statement.hasTerminalsToAsk;
  const isAgain = statement.terminals.some(({ isReached, isCutOff }) => !isReached || isCutOff);
  if (!isAsked && !(mayAsk && isOffered)) return null;
  return (
    <section className={css.terminals} aria-label={t('terminals.title')}>
      <h3 className="t-label">{t('terminals.title')}</h3>
      {isAsked && (
        <ul>
          {statement.terminals.map((terminal) => (
            <Totals key={`${terminal.terminalNo}${terminal.askedAt}`} terminal={terminal} hasAnchor={hasAnchors} />
          ))}
        </ul>
      )}
      {hasAnchors && statement.terminals.some(({ tenders }) => tenders.some(({ isMatched }) => !isMatched)) && <UnmatchedLink />}
      {!isAsked && <p className="t-meta">{t('terminals.lead')}</p>}
      {totals.error && (
        <Note tone="garnet" role="alert">
          {errorText(totals.error)}
        </Note>
      )}
      {mayAsk && (
        <Button icon={<IconRefresh size={20} stroke={1.6} aria-hidden="true" />} isBusy={totals.isPending} onClick={() => totals.mutate(undefined)}>
          {t(isAgain ? 'terminals.askAgain' : 'terminals.ask')}
        </Button>
      )}
    </section>
  );
}
