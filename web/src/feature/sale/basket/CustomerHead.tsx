import { IconArrowsExchange, IconChevronRight, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Basket } from '#/api/types';
import { LoyaltyCaption } from '#/feature/loyalty/LoyaltyCaption';
import { initials } from '#/lib/text';
import { Avatar } from '#/ui/Avatar';
import { IconButton } from '#/ui/IconButton';
import css from './BasketPane.module.css';

interface CustomerHeadProps {
  basket: Basket;
  /** Asks for somebody, or for somebody else. */
  onSearch: () => void;
  /** Shows what is known of who buys. */
  onShow: () => void;
}

/** Who buys. Nobody yet: the whole row asks for someone. Otherwise the name opens what is known of them. */
export function CustomerHead({ basket, onSearch, onShow }: CustomerHeadProps) {
  const { t } = useTranslation('sale');
  const { customer } = basket;
  if (!customer) {
    return (
      <button type="button" className={css.customer} onClick={onSearch}>
        <Avatar size="md" isMuted>
          <IconUserPlus size={22} stroke={1.6} />
        </Avatar>
        <span className={css.customerText}>
          <b>{t('customer.add')}</b>
          <span className="t-cap">{t('customer.addHint')}</span>
        </span>
        <kbd className="hint">F4</kbd>
        <IconChevronRight size={22} stroke={1.6} className="mirror mut" aria-hidden="true" />
      </button>
    );
  }
  return (
    <div className={css.customer}>
      <button type="button" className={css.customerName} onClick={onShow}>
        <Avatar size="md">{initials(customer.name)}</Avatar>
        <span className={css.customerText}>
          <b className="trunc">
            <bdi>{customer.name}</bdi>
          </b>
          <LoyaltyCaption basket={basket} customerId={customer.customerId} otherwise={t('customer.show')} />
        </span>
        <kbd className="hint">F4</kbd>
      </button>
      <IconButton label={t('customer.change')} icon={<IconArrowsExchange size={24} stroke={1.6} />} onClick={onSearch} />
    </div>
  );
}
