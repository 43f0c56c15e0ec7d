import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TAKE_DEPOSIT, useMay } from '#/api/permission';
import { formatMoney } from '#/lib/money';
import { page } from '#/lib/path';
import { Button } from '#/ui/Button';
import type { Cause, Statement } from './queries';
import { terminalAnchor } from './statement';
import css from './Statement.module.css';

interface CausesProps {
  statement: Statement;
  /** Counts a tender again; without it nothing can be counted any more. */
  onRecount?: (tenderCode: string) => void;
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
function OrdersLink({ statement, tenderCode, tender }: { statement: Statement; tenderCode: string; tender: string }) {
  const { t } = useTranslation('statement');
  const day = statement.transactionDate;
  if (!useMay('order.view')) return null;
  return (
    <Link to={page.orderHistory} search={{ days: 'custom', from: day, to: day, tenderCode }} className={css.link}>
      {t('causes.orders', { tender })}
    </Link>
  );
}

interface ActionsProps extends CausesProps {
  cause: Cause;
  tender: string;
  till: string;
}

function Actions({ statement, cause, tender, till, onRecount }: ActionsProps) {
  const { t } = useTranslation('statement');
  const mayOpenDrawer = useMay('payment.openDrawer');
  return (
    <span className={css.causeActions}>
      <PaymentLink cause={cause} />
      {cause.terminalNo && (
        <a href={`#${terminalAnchor(cause.terminalNo)}`} className={css.link}>
          {t('causes.terminal', { till })}
        </a>
      )}
      {cause.cause === 'SWAPPED_TENDERS' && <OrdersLink statement={statement} tenderCode={cause.tenderCode} tender={tender} />}
      {cause.cause === 'MISSING_DROP' && mayOpenDrawer && onRecount && (
        <Link to={page.drawer} search={{ action: 'SAFE_DROP' }} className={css.link}>
          {t('causes.drawer')}
        </Link>
      )}
      {onRecount && (
        <Button variant="ghost" size="sm" onClick={() => onRecount(cause.tenderCode)}>
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
  const tillOf = (code: string | null): string => statement.terminals.find(({ terminalNo }) => terminalNo === code)?.name ?? code ?? '';
  if (statement.difference === null || statement.tenders.every(({ differenceAmount }) => !differenceAmount?.minor)) return null;
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
            <li key={`${cause.cause}${cause.tenderCode}${cause.reference}${cause.terminalNo}`} className={css.cause}>
              <span className={css.rank} aria-hidden="true">
                {index + 1}
              </span>
              <span className={css.causeText}>
                {t(`causes.${cause.cause}`, {
                  amount: formatMoney({ ...cause.amount, minor: Math.abs(cause.amount.minor) }),
                  tender: nameOf(cause.tenderCode),
                  other: nameOf(cause.otherTenderCode),
                  till: tillOf(cause.terminalNo),
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
