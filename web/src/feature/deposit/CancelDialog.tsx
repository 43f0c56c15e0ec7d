import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#/api/permission';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import type { CancellationTerms, Deposit, DepositSummary, Money } from '#/api/types';
import { ApprovalForm } from '#/feature/sale/deal/ApprovalForm';
import { useApproval } from '#/feature/sale/deal/use-approved';
import { currencySymbol, formatMoney, parseAmount } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { TextArea, TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { DocumentFact, DocumentSum } from '#/widget/document-pane/DocumentPane';
import css from './DepositDialog.module.css';
import { askDoubled, useCancelDeposit, type Withdrawal } from './queries';

/** As long as the server takes them. */
const REASON_CHARACTERS_MAX = 255;
/** Whoever may depart from what was agreed of a deposit. */
const DEPART = 'deposit.belowMinimum';

interface CancelDialogProps {
  deposit: Deposit;
  onClose: () => void;
  /** Nothing goes back: the deposit is cancelled. */
  onCancelled: (deposit: DepositSummary) => void;
}

/** What becomes of the money, line by line. */
function Terms({ terms, kept }: { terms: CancellationTerms; kept: number }) {
  const { t } = useTranslation('deposit');
  const back: Money = { ...terms.givenBack, minor: terms.givenBack.minor - kept };
  const rows = [
    { name: t('cancel.added'), money: terms.added },
    { name: t('cancel.kept'), money: { ...terms.kept, minor: terms.kept.minor + kept } },
  ].filter(({ money }) => money.minor !== 0);
  return (
    <dl className={css.facts}>
      {rows.map(({ name, money }) => (
        <DocumentFact key={name} name={name}>
          <Amount money={money} />
        </DocumentFact>
      ))}
      <DocumentSum name={t('cancel.givenBack')} className={css.balance}>
        <Amount money={back} />
      </DocumentSum>
    </dl>
  );
}

/** Who withdraws, why, and what becomes of the money; it goes back in the sale. */
export function CancelDialog({ deposit, onClose, onCancelled }: CancelDialogProps) {
  const { t } = useTranslation('deposit');
  const mayDepart = useMay(DEPART);
  const [party, setParty] = useState<CancellationTerms['withdrawnBy']>('CLIENT');
  const [reason, setReason] = useState('');
  const [keep, setKeep] = useState('');
  const [isChecked, setChecked] = useState(false);
  const cancel = useCancelDeposit(deposit.depositId, onCancelled);
  const approved = useApproval<Withdrawal>({
    run: (body, approvalId) => cancel.mutateAsync({ ...body, ...(approvalId === null ? {} : { approvalId }) }),
    ask: () => askDoubled(deposit.depositId),
    onDone: () => undefined,
  });
  const terms = deposit.cancellationTerms.find(({ withdrawnBy }) => withdrawnBy === party);
  const { currency } = deposit.held;
  const typed = keep.trim() === '' ? 0 : parseAmount(keep, currency);
  const kept = terms?.mayKeep ? typed : 0;
  const isKeptWrong = kept === null || kept < 0 || kept > deposit.held.minor;
  const isForbidden = terms?.isBinding === true && !mayDepart;
  const isReasonMissing = reason.trim() === '';
  const field = approved.error instanceof ApiError ? (approved.error.refusal?.field ?? null) : null;
  const back = (terms?.givenBack.minor ?? 0) - (isKeptWrong ? 0 : kept);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isReasonMissing || isKeptWrong || isForbidden || approved.isBusy) return;
    void approved.submit({ withdrawnBy: party, reason: reason.trim(), ...(kept > 0 ? { kept: { minor: kept, currency } } : {}) });
  };
  const changed = <T,>(set: (value: T) => void) => (value: T): void => {
    set(value);
    approved.clearError();
  };
  if (approved.approval && terms) {
    return (
      <DialogFrame onClose={onClose}>
        <ApprovalForm
          what={t('cancel.approval', { amount: formatMoney(terms.added), documentNo: deposit.documentNo })}
          error={approved.error}
          isBusy={approved.isBusy}
          onSign={approved.sign}
          onBack={approved.withdraw}
          onClose={onClose}
        />
      </DialogFrame>
    );
  }
  return (
    <DialogFrame onClose={onClose}>
      <form className={css.form} noValidate onSubmit={onSubmit}>
        <DialogContent
          title={t('action.cancel')}
          lead={t('cancel.lead', { documentNo: deposit.documentNo, held: formatMoney(deposit.held) })}
          isFootApart
          onClose={onClose}
          foot={
            <>
              <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                {t('cancel.stay')}
              </Button>
              <Button variant="dangerFilled" size="lg" isGrowing type="submit" isBusy={approved.isBusy}>
                {back > 0 ? t('cancel.go', { amount: formatMoney({ minor: back, currency }) }) : t('action.cancel')}
              </Button>
            </>
          }
        >
          <div className={css.fields}>
            <Segment
              label={t('cancel.who')}
              isWide
              value={party}
              options={deposit.cancellationTerms.map(({ withdrawnBy }) => ({ value: withdrawnBy, label: t(`cancel.${withdrawnBy}`) }))}
              onChange={changed(setParty)}
            />
            <p className="t-meta">{t(`kind.${deposit.kind}.text`)}</p>
            {terms?.mayKeep && mayDepart && (
              <TextField
                label={t('cancel.keep')}
                dir="ltr"
                inputMode="decimal"
                autoComplete="off"
                unit={currencySymbol(currency).trim()}
                value={keep}
                error={field === 'kept' ? errorText(approved.error) : isKeptWrong ? refusalText({ key: 'deposit.kept_impossible' }) : undefined}
                onChange={(event) => changed(setKeep)(event.target.value.replaceAll(/[^\d.,]/g, ''))}
              />
            )}
            {terms && <Terms terms={terms} kept={isKeptWrong ? 0 : kept} />}
            <TextArea
              label={t('move.reason')}
              isRequired
              rows={2}
              maxLength={REASON_CHARACTERS_MAX}
              value={reason}
              error={
                field === 'reason' ? errorText(approved.error) : isChecked && isReasonMissing ? refusalText({ key: 'deposit.reason_required' }) : undefined
              }
              onChange={(event) => changed(setReason)(event.target.value)}
            />
            {isForbidden && <Note tone="citrine">{t('cancel.binding')}</Note>}
            {terms?.takesApproval && !mayDepart && <Note tone="sapphire">{t('cancel.takesApproval')}</Note>}
            {approved.error !== null && field === null && (
              <Note tone="garnet" role="alert">
                {errorText(approved.error)}
              </Note>
            )}
          </div>
        </DialogContent>
      </form>
    </DialogFrame>
  );
}
