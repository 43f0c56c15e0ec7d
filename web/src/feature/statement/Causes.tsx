import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '#/api/permission';
import { formatMoney } from '#/lib/money';
import { page } from '#/lib/path';
import { Button } from '#/ui/Button';
import type { Cause, Statement } from './queries';
import css from './Statement.module.css';

interface CausesProps {
  statement: Statement;
  /** Counts a tender again; without it nothing can be counted any more. */
  onRecount?: (tenderCode: string) => void;
}

function Actions({ cause, onRecount }: { cause: Cause; onRecount: CausesProps['onRecount'] }) {
  const { t } = useTranslation('statement');
  const mayLook = useMay('order.view');
  const mayOpenDrawer = useMay('payment.openDrawer');
  return (
    <span className={css.causeActions}>
      {cause.reference && mayLook && (
        <Link to={page.orderHistory} search={{ search: cause.reference }} className={css.link}>
          {t('causes.order', { reference: cause.reference })}
        </Link>
      )}
      {cause.cause === 'MISSING_DROP' && mayOpenDrawer && onRecount && (
        <Link to={page.drawer} className={css.link}>
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
            <li key={`${cause.cause}${cause.tenderCode}${cause.reference}`} className={css.cause}>
              <span className={css.rank} aria-hidden="true">
                {index + 1}
              </span>
              <span className={css.causeText}>
                {t(`causes.${cause.cause}`, {
                  amount: formatMoney({ ...cause.amount, minor: Math.abs(cause.amount.minor) }),
                  tender: nameOf(cause.tenderCode),
                  other: nameOf(cause.otherTenderCode),
                  reference: cause.reference ?? '',
                })}
              </span>
              <Actions cause={cause} onRecount={onRecount} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
