import { useTranslation } from 'react-i18next';
import type { DepositRow } from '#/api/types';
import { Tag } from '#/ui/Tag';
import { isOver } from './deposit-search';

const TONES = { READY: 'emerald', DUE_SOON: 'citrine', OVERDUE: 'garnet' } as const;

/** What should be known of a deposit at a glance; nothing when it has time. */
export function DepositBadge({ deposit: { badge, state } }: { deposit: Pick<DepositRow, 'badge' | 'state'> }) {
  const { t } = useTranslation('deposit');
  if (badge) return <Tag tone={TONES[badge]}>{t(`badge.${badge}`)}</Tag>;
  return isOver(state) ? <Tag>{t(state === 'CANCELLED' ? 'badge.CANCELLED' : 'badge.SETTLED')}</Tag> : null;
}
