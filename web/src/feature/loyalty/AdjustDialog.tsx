import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '#/api/client';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import { currencySymbol, formatMoney, parseAmount, type Currency } from '#/lib/money';
import { Button } from '#/ui/Button';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { TextArea, TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { accountQuery, pathOf, type Account } from './queries';

/** As long as the server takes them. */
const REASON_CHARACTERS_MAX = 255;
/** The most that is changed at once, in minor units; the server says the same. */
const AMOUNT_MAX = 100_000_000;

type Way = 'grant' | 'takeAway';

function useAdjust(account: Account, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { amount: number; reason: string }) =>
      post('/loyalty/{customerId}/{currencyCode}/adjustment', { path: pathOf(account), body, notice: 'none' }),
    onSuccess: (detail) => {
      client.setQueryData(accountQuery(account).queryKey, detail);
      void client.invalidateQueries({ queryKey: ['loyalty'] });
      onDone();
    },
  });
}

/** Changes somebody's credit by hand: by how much, which way, and why. */
export function AdjustDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('loyalty');
  const { t: ui } = useTranslation();
  const currency = account.balance.currency as Currency;
  const [way, setWay] = useState<Way>('grant');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const adjust = useAdjust(account, onClose);
  const minor = parseAmount(text, currency);
  const isAmountWrong = minor === null || minor <= 0 || minor > AMOUNT_MAX;
  const isReasonMissing = reason.trim() === '';
  const field = adjust.error instanceof ApiError ? (adjust.error.refusal?.field ?? null) : null;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isAmountWrong || isReasonMissing || adjust.isPending) return;
    adjust.mutate({ amount: way === 'grant' ? minor : -minor, reason: reason.trim() });
  };
  const maximum = formatMoney({ minor: AMOUNT_MAX, currency });
  const options = [
    { value: 'grant', label: t('adjust.grant') },
    { value: 'takeAway', label: t('adjust.takeAway') },
  ] as const;
  return (
    <DialogFrame onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <DialogContent
          title={t('adjust.title')}
          lead={t('adjust.help')}
          isFootApart
          onClose={onClose}
          foot={
            <>
              <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                {ui('cancel')}
              </Button>
              <Button variant="primary" size="lg" isGrowing type="submit" isBusy={adjust.isPending}>
                {t('adjust.go')}
              </Button>
            </>
          }
        >
          <Segment<Way>
            label={t('adjust.title')}
            value={way}
            options={options}
            onChange={(chosen) => {
              setWay(chosen);
              adjust.reset();
            }}
            isWide
          />
          <TextField
            label={t('adjust.amount')}
            isRequired
            data-autofocus
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            unit={currencySymbol(currency).trim()}
            error={
              field === 'amount'
                ? errorText(adjust.error)
                : isChecked && isAmountWrong
                  ? refusalText({ key: 'loyalty.adjustment_impossible', params: { maximum } })
                  : undefined
            }
            onChange={(event) => {
              setText(event.target.value.replaceAll(/[^\d.,]/g, ''));
              adjust.reset();
            }}
          />
          <TextArea
            label={t('adjust.reason')}
            isRequired
            rows={3}
            maxLength={REASON_CHARACTERS_MAX}
            value={reason}
            error={
              field === 'reason' ? errorText(adjust.error) : isChecked && isReasonMissing ? refusalText({ key: 'loyalty.reason_required' }) : undefined
            }
            onChange={(event) => {
              setReason(event.target.value);
              adjust.reset();
            }}
          />
          {adjust.error && field === null && (
            <Note tone="garnet" role="alert">
              {errorText(adjust.error)}
            </Note>
          )}
        </DialogContent>
      </form>
    </DialogFrame>
  );
}
