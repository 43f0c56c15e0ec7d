import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useShownBasket } from '#/api/basket';
import { errorText } from '#/api/refusal';
import { ErrorState } from '#/ui/ErrorState';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import type { Deal } from '../deal/deal';
import { Banners } from './Banners';
import { BasketFoot } from './BasketFoot';
import { BasketLines } from './BasketLines';
import css from './BasketPane.module.css';
import { CustomerHead } from './CustomerHead';
import { EmptyBasket } from './EmptyBasket';

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
  onDeal: (deal: Deal) => void;
}

/** Customer, lines, totals and the next step. Only the lines scroll. */
export function BasketPane({ flashing, problem, onProblemRead, onCustomer, onPay, onDialog, onDeal }: BasketPaneProps) {
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
      <CustomerHead basket={basket} onSearch={() => onCustomer('search')} onShow={() => onCustomer('panel')} />
      <Banners basket={basket} />
      {problem && (
        <div className={css.banner}>
          <Note tone="garnet" action={<IconButton label={ui('close')} icon={<IconX size={20} stroke={1.6} />} onClick={onProblemRead} />}>
            {problem}
          </Note>
        </div>
      )}
      <BasketLines
        basket={basket}
        flashing={flashing}
        onDialog={onDialog}
        onDeal={onDeal}
        empty={<EmptyBasket />}
      />
      <BasketFoot basket={basket} onPay={onPay} onDialog={onDialog} onDeal={onDeal} />
    </>
  );
}
