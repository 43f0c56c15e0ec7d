import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Basket } from '#/api/types';
import { formatDay } from '#/lib/date';
import { Amount } from '#/ui/Amount';
import { basketLoyaltyQuery } from './queries';

interface LoyaltyCaptionProps {
  basket: Basket;
  customerId: string;
  /** What stands here for a customer who neither has credit nor earns any. */
  otherwise: string;
}

/** Below the customer's name in the basket: what they have, what of it ends first, what this basket earns. */
export function LoyaltyCaption({ basket, customerId, otherwise }: LoyaltyCaptionProps) {
  // The page that it stands on does not wait for its words: no key is lost.
  const { t, ready } = useTranslation('loyalty', { useSuspense: false });
  const { data } = useQuery(basketLoyaltyQuery(basket.basketId ?? null, basket.version, customerId));
  const earns = data?.points ? t('earns', { count: data.points }) : null;
  if (!ready || !data || (!data.balance && !earns)) return <span className="t-cap">{otherwise}</span>;
  return (
    <>
      <span className="t-cap trunc">
        {data.balance && (
          <>
            {t('short')} <Amount money={data.balance} />
          </>
        )}
        {data.balance && earns && ' · '}
        {earns}
      </span>
      {data.endsFirst && (
        <span className="t-cap trunc">
          <Amount money={data.endsFirst.amount} /> {t('until')} <bdi dir="ltr">{formatDay(data.endsFirst.expiresOn)}</bdi>
        </span>
      )}
    </>
  );
}
