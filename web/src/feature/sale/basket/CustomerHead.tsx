import { IconArrowsExchange, IconChevronRight, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Basket } from '#/api/types';
import { initials } from '#/lib/text';
import { Avatar } from '#/ui/Avatar';
import { IconButton } from '#/ui/IconButton';
import css from './BasketPane.module.css';

/** Who buys. Nobody yet: the whole row asks for someone. */
export function CustomerHead({ customer, onOpen }: { customer: Basket['customer']; onOpen: () => void }) {
  const { t } = useTranslation('sale');
  if (!customer) {
    return (
      <button type="button" className={css.customer} onClick={onOpen}>
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
      <Avatar size="md">{initials(customer.name)}</Avatar>
      <span className={css.customerText}>
        <b className="trunc">
          <bdi>{customer.name}</bdi>
        </b>
      </span>
      <IconButton label={t('customer.change')} icon={<IconArrowsExchange size={24} stroke={1.6} />} onClick={onOpen} />
    </div>
  );
}
