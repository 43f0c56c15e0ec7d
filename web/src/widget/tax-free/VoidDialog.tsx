import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { useVoid } from './queries';
import css from './TaxFree.module.css';

/** Asks why, and voids the tag. */
export function VoidDialog({ formId, number, onClose }: { formId: string; number: string; onClose: () => void }) {
  const { t } = useTranslation('taxFree');
  const { t: ui } = useTranslation();
  const [reason, setReason] = useState('');
  const voiding = useVoid(formId);
  const error = voiding.error;
  const isOfField = error instanceof ApiError && error.refusal?.field === 'reason';
  return (
    <Dialog
      title={t('void.title', { number })}
      lead={t('void.lead')}
      role="alertdialog"
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button variant="dangerFilled" size="lg" isGrowing isBusy={voiding.isPending} onClick={() => voiding.mutate(reason, { onSuccess: onClose })}>
            {error && !isOfField ? ui('tryAgain') : t('voidTag')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {error && !isOfField && (
          <Note tone="garnet" role="alert">
            {errorText(error)}
          </Note>
        )}
        <TextField
          label={t('void.reason')}
          isRequired
          dir="auto"
          value={reason}
          maxLength={200}
          error={isOfField ? errorText(error) : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
