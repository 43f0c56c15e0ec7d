import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attempt } from '#/api/types';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import css from './Attempt.module.css';
import { isGoingBack } from './outcome';
import { amountInText } from './words';

interface DecideFormProps {
  attempt: Attempt;
  decision: 'paid' | 'notPaid';
  isBusy: boolean;
  onStay: () => void;
  onDecide: (slipNo: string) => void;
}

function useWords({ attempt, decision }: Pick<DecideFormProps, 'attempt' | 'decision'>): { title: string; text: string } {
  const { t } = useTranslation('payment');
  const amount = amountInText(attempt.amount);
  if (attempt.kind === 'REVERSAL') {
    return decision === 'paid'
      ? { title: t('decide.givenBackTitle', { amount }), text: t('decide.givenBackText') }
      : { title: t('decide.notGivenBackTitle', { amount }), text: t('decide.notGivenBackText') };
  }
  if (isGoingBack(attempt)) {
    const taken = amountInText(attempt.approvedAmount ?? attempt.amount);
    return { title: t('decide.givenBackTitle', { amount: taken }), text: t('decide.byHandText') };
  }
  return decision === 'paid'
    ? { title: t('decide.paidTitle', { amount }), text: '' }
    : { title: t('decide.notPaidTitle', { amount }), text: t('decide.notPaidText') };
}

/**
 * A manager says what became of a payment in doubt, or that money went back by hand. "Paid" needs the
 * number of the slip; for money that a provider keeps, its number stands for that.
 */
export function DecideForm(props: DecideFormProps) {
  const { attempt, decision, isBusy, onStay, onDecide } = props;
  const { t } = useTranslation('payment');
  const { t: ui } = useTranslation();
  const words = useWords(props);
  const [slipNo, setSlipNo] = useState('');
  const [isMissing, setMissing] = useState(false);
  const orderNo = decision === 'paid' && isGoingBack(attempt) ? attempt.qr?.orderNo : undefined;
  const needsSlip = decision === 'paid' && orderNo === undefined;
  const send = (): void => {
    if (needsSlip && slipNo.trim() === '') setMissing(true);
    else onDecide(orderNo ?? slipNo.trim());
  };
  return (
    <form
      className={css.decide}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) send();
      }}
    >
      <h4 className="t-lead">{words.title}</h4>
      {words.text && <p className="mut2">{words.text}</p>}
      {needsSlip && (
        <TextField
          label={t('decide.slipNo')}
          help={t('decide.slipHelp')}
          isRequired
          autoFocus
          autoComplete="off"
          value={slipNo}
          maxLength={40}
          {...(isMissing && slipNo.trim() === '' ? { error: t('decide.slipMissing') } : {})}
          onChange={(event) => setSlipNo(event.target.value)}
        />
      )}
      <div className={css.decideButtons}>
        <Button variant="quiet" size="lg" isGrowing onClick={onStay}>
          {ui('back')}
        </Button>
        <Button variant="primary" size="lg" isGrowing type="submit" isBusy={isBusy}>
          {words.title.replace(/^¿|\s*[?？؟]$/g, '')}
        </Button>
      </div>
    </form>
  );
}
