import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TAKE_DEPOSIT, useMay } from '#/api/permission';
import { sessionQuery } from '#/api/queries';
import { formatMoney } from '#/lib/money';
import { page } from '#/lib/path';
import { Button } from '#/ui/Button';
import type { Cause, Statement } from './queries';
import { causeKey, hasDifference, terminalAnchor } from './statement';
import css from './Statement.module.css';

interface CausesProps {
  statement: Statement;
  /** Counts again what a cause names; without it nothing can be counted any more. */
  onRecount?: (cause: Cause) => void;
}

/** The payment that a cause names: an order, or one on a deposit. */
function PaymentLink({ cause: { reference, depositId } }: { cause: Cause }) {
  const { t } = useTranslation('statement');
  const mayLook = useMay('order.view');
  const mayDeposit = useMay(TAKE_DEPOSIT);
  if (!reference) return null;
  if (depositId) {
    return (
      mayDeposit && (
        <Link to={page.deposit} search={{ deposit: depositId }} className={css.link}>
          {t('causes.deposit', { reference })}
        </Link>
      )
    );
  }
  return (
    mayLook && (
      <Link to={page.orderHistory} search={{ search: reference }} className={css.link}>
        {t('causes.order', { reference })}
      </Link>
    )
  );
}

/** The orders of the day in which an amount may be on the wrong tender. */
function TenderOrdersLink({ statement, tenderCode, tender }: { statement: Statement; tenderCode: string; tender: string }) {
  const { t } = useTranslation('statement');
  const day = statement.transactionDate;
  if (!useMay('order.view')) return null;
  return (
    <Link to={page.orderHistory} search={{ days: 'custom', from: day, to: day, tenderCode }} className={css.link}>
      {t('causes.orders', { tender })}
    </Link>
  );
}

/** The way to enter a drop: the drawer page of the till at which one sits, else where it is entered. */
function DropLink({ cause, till }: { cause: Cause; till: string }) {
  const { t } = useTranslation('statement');
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const mayOpenDrawer = useMay('payment.openDrawer');
  if (cause.terminalNo !== session?.terminalNo) return <span className="t-meta">{t('causes.drawerAt', { till })}</span>;
  return (
    mayOpenDrawer && (
      <Link to={page.drawer} search={{ action: 'SAFE_DROP' }} className={css.link}>
        {t('causes.drawer')}
      </Link>
    )
  );
}

interface ActionsProps extends CausesProps {
  cause: Cause;
  tender: string;
  till: string;
}

function Actions({ statement, cause, tender, till, onRecount }: ActionsProps) {
  const { t } = useTranslation('statement');
  return (
    <span className={css.causeActions}>
      <PaymentLink cause={cause} />
      {cause.cause === 'UNMATCHED_TERMINAL_TOTAL' && cause.terminalNo && (
        <a href={`#${terminalAnchor(cause.terminalNo)}`} className={css.link}>
          {t('causes.terminal', { till })}
        </a>
      )}
      {cause.cause === 'SWAPPED_TENDERS' && <TenderOrdersLink statement={statement} tenderCode={cause.tenderCode} tender={tender} />}
      {cause.cause === 'MISSING_DROP' && onRecount && <DropLink cause={cause} till={till} />}
      {onRecount && (
        <Button variant="ghost" size="sm" onClick={() => onRecount(cause)}>
          {t('recount')}
        </Button>
      )}
    </span>
  );
}

/** What the difference probably comes from, the likeliest first, with the way to put it right. */
export function Causes({ statement, onRecount }: CausesProps) {
  const { t } = useTranslation('statement');
  const nameOf = (code: string | null): string => statement.tenders.find(({ tenderCode }) => tenderCode === code)?.name ?? code ?? '';
  const tills = [...statement.terminals, ...statement.tenders.flatMap(({ drawers }) => drawers)];
  const tillOf = (code: string | null): string => tills.find(({ terminalNo }) => terminalNo === code)?.name ?? code ?? '';
  if (statement.difference === null || !hasDifference(statement)) return null;
  return (
    <section className={css.causes} aria-labelledby="causes">
      <h2 id="causes" className="t-label">
        {t('causes.title')}
      </h2>
      {statement.causes.length === 0 ? (
        <p className="t-meta">{t('causes.none')}</p>
      ) : (
        <ol>
          {statement.causes.map((cause, index) => (
            <li key={causeKey(cause)} className={css.cause}>
              <span className={css.rank} aria-hidden="true">
                {index + 1}
              </span>
              <span className={css.causeText}>
                {t(`causes.${cause.cause}`, {
                  amount: formatMoney({ ...cause.amount, minor: Math.abs(cause.amount.minor) }),
                  tender: nameOf(cause.tenderCode),
                  other: nameOf(cause.otherTenderCode),
                  till: tillOf(cause.terminalNo),
                  otherTill: tillOf(cause.otherTerminalNo),
                  reference: cause.reference ?? '',
                })}
              </span>
              <Actions
                statement={statement}
                cause={cause}
                tender={nameOf(cause.tenderCode)}
                till={tillOf(cause.terminalNo)}
                {...(onRecount ? { onRecount } : {})}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
