import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { formatDate } from '#/lib/date';
import { Amount } from '#/ui/Amount';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './CustomerDialog.module.css';

/** How many changes are shown: the panel is for a glance. */
const SHOWN = 5;

/** What the customer has for old jewellery; nothing when they never had any. */
export function RecyclingCredit({ customerId }: { customerId: string }) {
  const { t } = useTranslation('customer');
  const timeZone = useTimeZone();
  const { data } = useQuery({
    queryKey: ['recycling-credit', customerId],
    queryFn: ({ signal }) => get('/customer/{customerId}/recycling-credit', { path: { customerId }, signal, notice: 'none' }),
    staleTime: 0,
  });
  if (!data || data.entries.length === 0) return null;
  return (
    <div>
      <h3 className="t-label">{t('recycling.title')}</h3>
      <dl>
        {data.balances.map((balance) => (
          <div key={balance.currency} className={css.fact}>
            <dt>{t('recycling.balance')}</dt>
            <dd>
              <Amount money={balance} className="t-strong" />
            </dd>
          </div>
        ))}
        {data.entries.slice(0, SHOWN).map((entry) => (
          <div key={`${entry.createdAt}${entry.entryType}${entry.amount.minor}`} className={css.fact}>
            <dt>
              {t(`recycling.entry.${entry.entryType as 'GRANT'}`)} <bdi dir="ltr">{formatDate(entry.createdAt, timeZone)}</bdi>
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
