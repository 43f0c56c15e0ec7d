import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import { formatDay } from '#/lib/date';
import { formatMoney } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { Button } from '#/ui/Button';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Parts } from '#/ui/Parts';
import { useToday } from '#/widget/use-today';
import css from './CashReport.module.css';
import type { CashReport } from './cash-report-search';
import { useFile, type Filing } from './queries';

const REFERENCE_MAX = 60;

interface FieldsProps {
  report: CashReport;
  filing: Filing;
  error: Error | null;
  onChange: (change: Partial<Filing>) => void;
  onNext: () => void;
  onClose: () => void;
}

function FilingFields({ report, filing, error, onChange, onNext, onClose }: FieldsProps) {
  const { t } = useTranslation('cashReport');
  const { t: ui } = useTranslation();
  const today = useToday();
  const [isChecked, setChecked] = useState(false);
  const isMissing = filing.reference.trim() === '';
  const isDayWrong = filing.filedOn < report.businessDate || filing.filedOn > today;
  const field = error instanceof ApiError ? (error.refusal?.field ?? null) : null;
  const wrong = (name: keyof Filing, isWrong: boolean, text: string): string | undefined => {
    if (error && field === name) return errorText(error);
    return isChecked && isWrong ? text : undefined;
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!isMissing && !isDayWrong) onNext();
  };
  const days = { from: formatDay(report.businessDate), to: formatDay(today) };
  return (
    <DialogFrame onClose={onClose}>
      <form className={css.form} noValidate onSubmit={onSubmit}>
        <DialogContent
          title={t('file.title')}
          lead={<Parts text={`${formatMoney(report.amount)} · ${formatDay(report.businessDate)}`} isWhole />}
          isFootApart
          onClose={onClose}
          foot={
            <>
              <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                {ui('cancel')}
              </Button>
              <Button variant="primary" size="lg" isGrowing type="submit">
                {t('file.next')}
              </Button>
            </>
          }
        >
          <div className={css.fields}>
            {error && field === null && (
              <Note tone="garnet" role="alert">
                {errorText(error)}
              </Note>
            )}
            <TextField
              label={t('field.reference')}
              isRequired
              data-autofocus
              dir="auto"
              autoComplete="off"
              maxLength={REFERENCE_MAX}
              value={filing.reference}
              error={wrong('reference', isMissing, t('file.referenceMissing'))}
              onChange={(event) => onChange({ reference: event.target.value })}
            />
            <TextField
              type="date"
              label={t('field.filedOn')}
              isRequired
              min={report.businessDate}
              max={today}
              value={filing.filedOn}
              error={wrong('filedOn', isDayWrong, t('file.dayWrong', days))}
              onChange={(event) => onChange({ filedOn: event.target.value })}
            />
          </div>
        </DialogContent>
      </form>
    </DialogFrame>
  );
}

/** Asks how a report was filed, and once more before it is noted: that is for ever. */
export function FileDialog({ report, onClose }: { report: CashReport; onClose: () => void }) {
  const { t } = useTranslation('cashReport');
  const { t: ui } = useTranslation();
  const today = useToday();
  const [filing, setFiling] = useState<Filing>({ reference: '', filedOn: today });
  const [isAsked, setAsked] = useState(false);
  const file = useFile(report.cashReportId);
  const said = { reference: filing.reference.trim(), filedOn: filing.filedOn };
  const onDone = (): void => {
    showNotice('success', t('file.done', { reference: said.reference }));
    onClose();
  };
  if (isAsked) {
    return (
      <ConfirmDialog
        title={t('file.ask', { reference: said.reference })}
        consequence={t('file.consequence', { date: formatDay(said.filedOn) })}
        stay={ui('back')}
        go={t('file.go')}
        isCareful
        isBusy={file.isPending}
        onStay={() => setAsked(false)}
        onGo={() => file.mutate(said, { onSuccess: onDone, onError: () => setAsked(false) })}
      />
    );
  }
  return (
    <FilingFields
      report={report}
      filing={filing}
      error={file.error}
      onChange={(change) => {
        file.reset();
        setFiling({ ...filing, ...change });
      }}
      onNext={() => setAsked(true)}
      onClose={onClose}
    />
  );
}
