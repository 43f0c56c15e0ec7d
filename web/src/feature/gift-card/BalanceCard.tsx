import { useTranslation } from 'react-i18next';
import type { Money } from '#/api/types';
import { formatDay } from '#/lib/date';
import { Amount } from '#/ui/Amount';
import css from './GiftCard.module.css';

interface BalanceCardProps {
  lastFour: string;
  money: Money;
  /** The last day on which it holds; none for ever. */
  expiresOn: string | null | undefined;
}

/** What is on a card, shown with as much of its number as may be seen. */
export function BalanceCard({ lastFour, money, expiresOn }: BalanceCardProps) {
  const { t } = useTranslation('giftCard');
  return (
    <div className={css.balance} role="status">
      <div className={css.balanceTop}>
        <span className="t-label">{t('balance')}</span>
        <bdi dir="ltr">•••• {lastFour}</bdi>
      </div>
      <Amount money={money} className={css.figure ?? ''} />
      <span className="t-cap">{expiresOn ? t('validUntil', { date: formatDay(expiresOn) }) : t('validForEver')}</span>
    </div>
  );
}
