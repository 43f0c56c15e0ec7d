import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { basketQuery, useBasketChange } from '#/api/basket';
import { put } from '#/api/client';
import { ShareDialog } from './ShareDialog';
import type { Share } from './shares';

/** The basket is sold by several people together. */
export function SplitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { data: basket } = useQuery(basketQuery);
  const split = useBasketChange((shares: Share[]) => put('/basket/salesperson/split', { body: { shares }, notice: 'none' }));
  const known = basket?.salespeople ?? [];
  const alone = basket?.salesperson ? [{ staffId: basket.salesperson.staffId, percent: 100 }] : [];
  return (
    <ShareDialog
      title={t('share.title')}
      lead={t('share.lead')}
      initial={known.length > 0 ? known.map(({ staffId, percent }) => ({ staffId, percent })) : alone}
      isBusy={split.isPending}
      error={split.error}
      onSave={(shares) => split.mutate(shares, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
