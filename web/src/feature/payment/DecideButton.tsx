import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attempt } from '#/api/types';
import { Button } from '#/ui/Button';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { useDecide } from './queries';
import { amountInText } from './words';

/** A manager says that money which the provider keeps was given back in another way. */
export function DecideButton({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('payment');
  const decide = useDecide(attempt.attemptId);
  const [isAsking, setAsking] = useState(false);
  if (!attempt.choices.includes('paid')) return null;
  return (
    <>
      <Button size="lg" isBusy={decide.isPending} onClick={() => setAsking(true)}>
        {t('choice.givenBack')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('decide.givenBackTitle', { amount: amountInText(attempt.amount) })}
          consequence={t('qr.givenBackText')}
          stay={t('removeCard.stay')}
          go={t('choice.givenBack')}
          isDestructive
          onStay={() => setAsking(false)}
          onGo={() => {
            setAsking(false);
            decide.mutate({ decision: 'paid', slipNo: attempt.qr?.orderNo ?? '' });
          }}
        />
      )}
    </>
  );
}
