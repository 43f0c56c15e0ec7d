import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keepBasket } from '#/api/basket';
import { post } from '#/api/client';
import type { Basket } from '#/api/types';
import { api } from '#/lib/path';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import type { PaymentDialogProps } from './contract';

/** The frame of the payment: what is due, and the way back to the basket. */
export function PaymentDialog({ basket, onClose }: PaymentDialogProps) {
  const { t } = useTranslation('sale');
  const client = useQueryClient();
  const back = async (): Promise<void> => {
    if (basket.state === 'PAYING') keepBasket(client, await post<Basket>(api.paymentBack));
    onClose();
  };
  return (
    <Dialog title={t('pay.take')} onClose={() => void back()} isFullOnPhone width={1168}>
      <p>
        {t('total.total')} <Amount money={basket.total} className="t-amt" />
      </p>
      <Button variant="quiet" onClick={() => void back()}>
        {t('pay.back')}
      </Button>
    </Dialog>
  );
}
