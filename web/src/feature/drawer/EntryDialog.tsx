import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import { ApprovalForm } from '#/feature/sale/deal/ApprovalForm';
import { useApproval } from '#/feature/sale/deal/use-approved';
import { currencyExponent, formatInteger, formatMoney, parseAmount, type Currency } from '#/lib/money';
import { Button } from '#/ui/Button';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { AmountField } from '#/widget/amount/AmountField';
import css from './Drawer.module.css';
import { currenciesOf, FIELDS, missingOf, roundUnits, type Missing } from './fields';
import { askSecondPerson, useEnter, type Drawer, type DrawerAction, type DrawerEntry, type Said } from './queries';

const REASON_MAX = 100;
const BAG_MAX = 20;

interface EntryDialogProps {
  action: DrawerAction;
  drawer: Drawer;
  /** Goes on when the dialog has gone: what was entered is printed. */
  onEntered: (entry: DrawerEntry) => void;
  onClose: () => void;
}

/** What is said of an action, and what of it is missing or refused. */
function useEntry({ action, drawer, onEntered, onClose }: EntryDialogProps) {
  const { t } = useTranslation('drawer');
  const [currency, setCurrency] = useState<Currency>(currenciesOf(action, drawer)[0] ?? 'EUR');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [bagNo, setBagNo] = useState('');
  const [missing, setMissing] = useState<Missing>(null);
  const enter = useEnter(action, onEntered);
  const approved = useApproval<Said>({ run: enter, ask: askSecondPerson, onDone: onClose });
  const minor = parseAmount(text, currency);
  const refusal = approved.error instanceof ApiError ? approved.error.refusal : null;
  const wrong = (field: Exclude<Missing, null>): string | false => {
    if (missing === field) return t(`missing.${field}`);
    return refusal?.field === field && errorText(approved.error);
  };
  const isSaidElsewhere = refusal?.field === 'amount' || refusal?.field === 'reason' || refusal?.field === 'bagNo';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (approved.isBusy) return;
    const lacks = missingOf(action, { minor, reason, bagNo });
    setMissing(lacks);
    if (lacks === null) void approved.submit({ amount: { minor: minor ?? 0, currency }, reason: reason.trim(), bagNo: bagNo.trim() });
  };
  /** What was wrong is looked at anew with every change. */
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      setMissing(null);
      approved.clearError();
      set(value);
    };
  return {
    approved,
    currency,
    setCurrency: changing(setCurrency),
    text,
    setText: changing(setText),
    reason,
    setReason: changing(setReason),
    bagNo,
    setBagNo: changing(setBagNo),
    wrong,
    failure: approved.error !== null && !isSaidElsewhere ? errorText(approved.error) : null,
    submit,
  };
}

function Fields({ action, drawer, entry }: { action: DrawerAction; drawer: Drawer; entry: ReturnType<typeof useEntry> }) {
  const { t } = useTranslation('drawer');
  const fields = FIELDS[action];
  const { currency } = entry;
  const currencies = currenciesOf(action, drawer);
  const float = drawer.floats.find((one) => one.currency === currency);
  return (
    <div className={css.form}>
      {action === 'CORRECTION' && float && <Note>{t('correctionText', { amount: formatMoney(float) })}</Note>}
      {action === 'CASH_OUT' && drawer.approvalAbove && <Note>{t('approval.needed', { amount: formatMoney(drawer.approvalAbove) })}</Note>}
      {currencies.length > 1 && action !== 'NO_SALE' && (
        <Segment
          label={t('currency')}
          isWide
          value={currency}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={entry.setCurrency}
        />
      )}
      {fields.amount && (
        <AmountField
          key={currency}
          label={t('amount')}
          text={entry.text}
          currency={currency}
          quick={roundUnits(currency).map((units) => ({ label: formatInteger(units), minor: units * 10 ** currencyExponent(currency) }))}
          quickLabel={t('quick')}
          error={entry.wrong('amount')}
          onChange={entry.setText}
        />
      )}
      {fields.bagNo && (
        <TextField
          label={t('bagNo')}
          isRequired
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={BAG_MAX}
          value={entry.bagNo}
          error={entry.wrong('bagNo')}
          onChange={(event) => entry.setBagNo(event.target.value)}
        />
      )}
      {fields.reason && (
        <TextField
          label={t('reason')}
          isRequired
          autoComplete="off"
          maxLength={REASON_MAX}
          value={entry.reason}
          error={entry.wrong('reason')}
          onChange={(event) => entry.setReason(event.target.value)}
          {...(fields.amount ? {} : { autoFocus: true, 'data-autofocus': true })}
        />
      )}
      {entry.failure !== null && (
        <Note tone="garnet" role="alert">
          {entry.failure}
        </Note>
      )}
    </div>
  );
}

function EntryForm(props: EntryDialogProps) {
  const { action, drawer, onClose } = props;
  const { t } = useTranslation('drawer');
  const { t: ui } = useTranslation();
  const entry = useEntry(props);
  const { approved } = entry;
  if (approved.approval) {
    const { amount } = approved.approval.values;
    return (
      <ApprovalForm
        what={t('approval.what', { amount: formatMoney(amount) })}
        text={t('approval.text')}
        error={approved.error}
        isBusy={approved.isBusy}
        onSign={approved.sign}
        onBack={approved.withdraw}
        onClose={onClose}
      />
    );
  }
  return (
    <form className={css.dialog} noValidate onSubmit={entry.submit}>
      <DialogContent
        title={t(`action.${action}`)}
        lead={t(`lead.${action}`)}
        onClose={onClose}
        foot={
          <>
            <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
              {ui('cancel')}
            </Button>
            <Button variant="primary" size="lg" isGrowing type="submit" isBusy={approved.isBusy}>
              {t(`go.${action}`)}
            </Button>
          </>
        }
      >
        <Fields action={action} drawer={drawer} entry={entry} />
      </DialogContent>
    </form>
  );
}

/** Says what is put into the drawer or taken out of it, or why it is opened. */
export function EntryDialog(props: EntryDialogProps) {
  return (
    <DialogFrame onClose={props.onClose} width={480} isFullOnPhone>
      <EntryForm {...props} />
    </DialogFrame>
  );
}
