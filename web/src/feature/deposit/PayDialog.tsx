import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import type { Deposit } from '#/api/types';
import { formatMoney, parseAmount } from '#/lib/money';
import { Button } from '#/ui/Button';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { Note } from '#/ui/Note';
import { amountRefusal } from '#/widget/amount/amount-refusal';
import { AmountField, amountText, halfOf } from '#/widget/amount/AmountField';
import css from './DepositDialog.module.css';
import { usePay } from './queries';

/** How much more the customer pays now. The payment itself follows in the sale. */
export function PayDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { t } = useTranslation('deposit');
  const { t: ui } = useTranslation();
  const { balance, documentNo } = deposit;
  const { currency } = balance;
  const [text, setText] = useState(() => amountText(balance.minor, currency));
  const [isChecked, setChecked] = useState(false);
  const pay = usePay(deposit.depositId);
  const minor = parseAmount(text, currency);
  const local = amountRefusal(minor, balance);
  const isFieldRefused = pay.error instanceof ApiError && pay.error.refusal?.field === 'amount';
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (local === null && minor !== null && !pay.isPending) pay.mutate({ minor, currency });
  };
  return (
    <DialogFrame onClose={onClose}>
      <form className={css.form} noValidate onSubmit={onSubmit}>
        <DialogContent
          title={t('pay.title')}
          lead={t('pay.lead', { documentNo, balance: formatMoney(balance) })}
          isFootApart
          onClose={onClose}
          foot={
            <>
              <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                {ui('cancel')}
              </Button>
              <Button variant="primary" size="lg" isGrowing type="submit" isBusy={pay.isPending}>
                {t('action.pay')}
              </Button>
            </>
          }
        >
          <div className={css.fields}>
            <AmountField
              label={t('pay.amount')}
              text={text}
              currency={currency}
              quick={[
                { label: t('quick.all'), minor: balance.minor },
                { label: t('quick.half'), minor: halfOf(balance.minor) },
              ]}
              quickLabel={t('quick.name')}
              error={isFieldRefused ? errorText(pay.error) : isChecked && local ? refusalText(local) : undefined}
              onChange={(next) => {
                setText(next);
                pay.reset();
              }}
            />
            {pay.error && !isFieldRefused && (
              <Note tone="garnet" role="alert">
                {errorText(pay.error)}
              </Note>
            )}
          </div>
        </DialogContent>
      </form>
    </DialogFrame>
  );
}
