import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShownBasket } from '#/api/basket';
import { errorText } from '#/api/refusal';
import type { Basket } from '#/api/types';
import { Button } from '#/ui/Button';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import { useRestore } from '../queries';
import { BasketFoot } from './BasketFoot';
import { BasketLines } from './BasketLines';
import css from './BasketPane.module.css';
import { CustomerHead } from './CustomerHead';

function RestoreBanner({ basket }: { basket: Pick<Basket, 'restorable'> }) {
  const { t } = useTranslation('sale');
  const restore = useRestore();
  const [isLater, setLater] = useState(false);
  if (!basket.restorable || isLater) return null;
  return (
    <div className={css.restore}>
      <Note role="status">
        <b className="t-strong">{t('basket.restoreTitle')}</b>
        <p>{t('basket.restoreText')}</p>
        <div className={css.restoreButtons}>
          <Button size="sm" variant="quiet" onClick={() => setLater(true)}>
            {t('basket.restoreLater')}
          </Button>
          <Button size="sm" isBusy={restore.isPending} onClick={() => restore.mutate(undefined)}>
            {t('basket.restore')}
          </Button>
        </div>
      </Note>
    </div>
  );
}

function BasketSkeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        <Bone height={48} radius={10} />
        <Bone height={52} radius={10} />
        <Bone height={52} radius={10} />
      </div>
    </Loading>
  );
}

interface BasketPaneProps {
  flashing: string | null;
  /** Why the last piece was not added. */
  problem: string | null;
  onProblemRead: () => void;
  onCustomer: (view: 'search' | 'panel') => void;
  onPay: () => void;
  onDialog: (isOpen: boolean) => void;
}

/** Customer, lines, totals and the next step. Only the lines scroll. */
export function BasketPane({ flashing, problem, onProblemRead, onCustomer, onPay, onDialog }: BasketPaneProps) {
  const { t } = useTranslation('sale');
  const { t: ui } = useTranslation();
  const { basket, error, refetch } = useShownBasket();
  if (!basket) {
    return error ? (
      <ErrorState title={t('basket.failed')} text={errorText(error)} onRetry={() => void refetch()} />
    ) : (
      <BasketSkeleton />
    );
  }
  return (
    <>
      <CustomerHead customer={basket.customer} onSearch={() => onCustomer('search')} onShow={() => onCustomer('panel')} />
      <RestoreBanner basket={basket} />
      {problem && (
        <div className={css.restore}>
          <Note tone="garnet" action={<IconButton label={ui('close')} icon={<IconX size={20} stroke={1.6} />} onClick={onProblemRead} />}>
            {problem}
          </Note>
        </div>
      )}
      <BasketLines
        basket={basket}
        flashing={flashing}
        onDialog={onDialog}
        empty={<EmptyState isLarge title={t('basket.empty')} text={t('basket.emptyText')} />}
      />
      <BasketFoot basket={basket} onPay={onPay} onDialog={onDialog} />
    </>
  );
}
