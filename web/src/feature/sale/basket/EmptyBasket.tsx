import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#/ui/EmptyState';
import { waitingQuery } from '../queries';
import { WaitingList } from '../waiting/WaitingList';
import css from './BasketPane.module.css';

/** No pieces yet: how to begin, and the baskets that wait to be taken up. */
export function EmptyBasket() {
  const { t } = useTranslation('sale');
  const { data: waiting = [] } = useQuery(waitingQuery);
  return (
    <>
      {waiting.length > 0 && (
        <section className={css.waiting}>
          <h2 className="t-lead">{t('waiting.title')}</h2>
          <WaitingList baskets={waiting} />
        </section>
      )}
      <EmptyState isLarge={waiting.length === 0} title={t('basket.empty')} text={t('basket.emptyText')} />
    </>
  );
}
