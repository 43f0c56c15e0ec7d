import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDay } from '#/lib/date';
import { creditQuery } from '#/feature/loyalty/queries';
import { Amount } from '#/ui/Amount';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './CustomerDialog.module.css';

/** How many changes are shown: the panel is for a glance. */
const SHOWN = 5;

/** What the customer earned and can spend; nothing when they never earned any. */
export function LoyaltyCredit({ customerId }: { customerId: string }) {
  // The panel does not wait for these words.
  const { t, ready } = useTranslation('loyalty', { useSuspense: false });
  const timeZone = useTimeZone();
  const { data } = useQuery(creditQuery(customerId));
  if (!ready || !data || data.entries.length === 0) return null;
  return (
    <div>
      <h3 className="t-label">{t('title')}</h3>
      <dl>
        <div className={css.fact}>
          <dt>{t('balance')}</dt>
          <dd>
            <Amount money={data.balance} className="t-strong" />
          </dd>
        </div>
        {data.usable.minor !== data.balance.minor && (
          <div className={css.fact}>
            <dt>{t('usable')}</dt>
            <dd>
              <Amount money={data.usable} />
            </dd>
          </div>
        )}
        {data.endsFirst && (
          <div className={css.fact}>
            <dt>
              {t('until')} <bdi dir="ltr">{formatDay(data.endsFirst.expiresOn)}</bdi>
            </dt>
            <dd>
              <Amount money={data.endsFirst.amount} />
            </dd>
          </div>
        )}
        <div className={css.fact}>
          <dt>{t('pointsName')}</dt>
          <dd>{t('points', { count: data.points })}</dd>
        </div>
        {data.entries.slice(0, SHOWN).map((entry) => (
          <div key={entry.entryNo} className={css.fact}>
            <dt>
              {t(`entry.${entry.entryType}`)} <bdi dir="ltr">{formatDate(entry.bookedAt, timeZone)}</bdi>
            </dt>
            <dd>
              <Amount money={entry.amount} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
