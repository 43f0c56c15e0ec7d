import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import type { Deposit } from '#/api/types';
import { addDays, formatDay } from '#/lib/date';
import { Button } from '#/ui/Button';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { TextArea, TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { useBusinessDate } from '#/widget/use-today';
import { laterDay } from './deposit-search';
import css from './DepositDialog.module.css';
import { useMoveDay } from './queries';

/** As long as the server takes them. */
const REASON_CHARACTERS_MAX = 255;

/** Another last day, and why. One that is overdue is open again then. */
export function MoveDayDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { t } = useTranslation('deposit');
  const { t: ui } = useTranslation();
  const today = useBusinessDate();
  const [expiresOn, setExpiresOn] = useState(() => laterDay(deposit.expiresOn, today));
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const move = useMoveDay(deposit.depositId, onClose);
  const dayAfter = addDays(deposit.expiresOn, 1);
  const earliest = dayAfter > today ? dayAfter : today;
  const isDayWrong = expiresOn < earliest;
  const isReasonMissing = reason.trim() === '';
  const field = move.error instanceof ApiError ? (move.error.refusal?.field ?? null) : null;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!isDayWrong && !isReasonMissing && !move.isPending) move.mutate({ expiresOn, reason: reason.trim() });
  };
  return (
    <DialogFrame onClose={onClose}>
      <form className={css.form} noValidate onSubmit={onSubmit}>
        <DialogContent
          title={t('action.moveDay')}
          lead={t('move.lead', { documentNo: deposit.documentNo, date: formatDay(deposit.expiresOn) })}
          isFootApart
          onClose={onClose}
          foot={
            <>
              <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                {ui('cancel')}
              </Button>
              <Button variant="primary" size="lg" isGrowing type="submit" isBusy={move.isPending}>
                {t('move.go')}
              </Button>
            </>
          }
        >
          <div className={css.fields}>
            <TextField
              label={t('move.day')}
              type="date"
              isRequired
              data-autofocus
              min={earliest}
              value={expiresOn}
              error={field === 'expiresOn' ? errorText(move.error) : isChecked && isDayWrong ? refusalText({ key: 'deposit.not_later' }) : undefined}
              onChange={(event) => {
                setExpiresOn(event.target.value);
                move.reset();
              }}
            />
            <TextArea
              label={t('move.reason')}
              isRequired
              rows={3}
              maxLength={REASON_CHARACTERS_MAX}
              value={reason}
              error={
                field === 'reason' ? errorText(move.error) : isChecked && isReasonMissing ? refusalText({ key: 'deposit.reason_required' }) : undefined
              }
              onChange={(event) => {
                setReason(event.target.value);
                move.reset();
              }}
            />
            {move.error && field === null && (
              <Note tone="garnet" role="alert">
                {errorText(move.error)}
              </Note>
            )}
          </div>
        </DialogContent>
      </form>
    </DialogFrame>
  );
}
