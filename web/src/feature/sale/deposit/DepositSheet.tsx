import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownBasket } from '#/api/expected-basket';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import type { DepositKind, DepositTerms } from '#/api/types';
import { formatMoney, parseAmount } from '#/lib/money';
import { useIsPhone } from '#/lib/use-media';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import { AmountField, amountText, halfOf } from '#/widget/amount/AmountField';
import { amountRefusal } from '#/widget/amount/amount-refusal';
import { useBusinessDate } from '#/widget/use-today';
import { ApprovalForm } from '../deal/ApprovalForm';
import { useApproved } from '../deal/use-approved';
import css from './DepositSheet.module.css';
import { startDeposit, termsQuery, type Agreed } from './terms';

const WIDTH_PX = 820;

interface SheetProps {
  basket: ShownBasket;
  onClose: () => void;
  /** Whose deposit it is, is asked for first. */
  onCustomer: () => void;
}

type FormProps = SheetProps & { terms: DepositTerms };

function Kinds({ kinds, value, onChange }: { kinds: readonly DepositKind[]; value: DepositKind; onChange: (kind: DepositKind) => void }) {
  const { t } = useTranslation('deposit');
  return (
    <fieldset className={css.kinds}>
      <legend>{t('sheet.kind')}</legend>
      {kinds.map((kind) => (
        <label key={kind} className={css.kind}>
          <input type="radio" name="kind" value={kind} checked={kind === value} onChange={() => onChange(kind)} />
          <span className={css.kindName}>{t(`kind.${kind}.name`)}</span>
          <span className={cx('t-cap', css.kindText)}>{t(`kind.${kind}.text`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What is typed, and what is wrong with it: by the till's own look, or by the server's answer. */
function useEntry(terms: DepositTerms, error: unknown) {
  const { currency } = terms.total;
  const [text, setText] = useState(() => amountText(terms.minimum.minor, currency));
  const [expiresOn, setExpiresOn] = useState(terms.expiresOn);
  const [kind, setKind] = useState<DepositKind>(terms.kinds[0] ?? 'REFUNDABLE');
  const [isChecked, setChecked] = useState(false);
  const minor = parseAmount(text, currency);
  const local = amountRefusal(minor, terms.total);
  const isDayWrong = expiresOn === '' || expiresOn > terms.latest;
  const field = error instanceof ApiError ? (error.refusal?.field ?? null) : null;
  const dayRefusal = { key: 'deposit.last_day_impossible', params: { latest: terms.latest } };
  return {
    text,
    minor,
    kind,
    expiresOn,
    setText,
    setKind,
    setExpiresOn,
    amountError: field === 'amount' ? errorText(error) : isChecked && local ? refusalText(local) : undefined,
    dayError: field === 'expiresOn' ? errorText(error) : isChecked && isDayWrong ? refusalText(dayRefusal) : undefined,
    /** What stands at no field. */
    otherError: error !== null && field !== 'amount' && field !== 'expiresOn' ? errorText(error) : null,
    isBelow: local === null && minor !== null && minor < terms.minimum.minor,
    rest: minor === null || local ? null : { minor: terms.total.minor - minor, currency },
    take: (): Agreed | null => {
      setChecked(true);
      return local || minor === null || isDayWrong ? null : { amount: { minor, currency }, kind, expiresOn };
    },
  };
}

function Terms({ terms, rest }: { terms: DepositTerms; rest: DepositTerms['total'] | null }) {
  const { t } = useTranslation('deposit');
  return (
    <dl className={css.facts}>
      <div className={css.fact}>
        <dt>{t('sheet.pieces')}</dt>
        <dd>
          <Amount money={terms.total} />
        </dd>
      </div>
      <div className={css.fact}>
        <dt>{t('sheet.minimum')}</dt>
        <dd>
          <Amount money={terms.minimum} />
        </dd>
      </div>
      <div className={`${css.fact} ${css.rest}`}>
        <dt>{t('sheet.rest')}</dt>
        <dd>{rest ? <Amount money={rest} /> : '—'}</dd>
      </div>
    </dl>
  );
}

function Form({ basket, terms, onClose }: FormProps) {
  const { t } = useTranslation('deposit');
  const { t: ui } = useTranslation();
  const approved = useApproved<Agreed>({
    send: startDeposit,
    requestOf: ({ amount }) => ({ action: 'DEPOSIT_BELOW_MINIMUM', amount: amount.minor }),
    onDone: onClose,
  });
  const entry = useEntry(terms, approved.error);
  const openedOn = useBusinessDate();
  const { total, minimum } = terms;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const agreed = entry.take();
    if (agreed && !approved.isBusy) void approved.submit(agreed);
  };
  const changed = <T,>(set: (value: T) => void) => (value: T): void => {
    set(value);
    approved.clearError();
  };
  if (approved.approval) {
    const { amount } = approved.approval.values;
    return (
      <ApprovalForm
        what={t('sheet.approval', { amount: formatMoney(amount), minimum: formatMoney(minimum) })}
        error={approved.error}
        isBusy={approved.isBusy}
        onSign={approved.sign}
        onBack={approved.withdraw}
        onClose={onClose}
      />
    );
  }
  const quick = [
    { label: t('quick.minimum'), minor: minimum.minor },
    { label: t('quick.half'), minor: halfOf(total.minor) },
    { label: t('quick.all'), minor: total.minor },
  ];
  return (
    <form className={css.form} noValidate onSubmit={onSubmit}>
      <DialogContent
        title={t('sheet.title')}
        lead={basket.customer && <bdi>{basket.customer.name}</bdi>}
        isFootApart
        onClose={onClose}
        foot={
          <>
            <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
              {ui('cancel')}
            </Button>
            <Button variant="primary" size="lg" isGrowing type="submit" isBusy={approved.isBusy}>
              {t('sheet.go')}
            </Button>
          </>
        }
      >
        <div className={css.columns}>
          <div className={css.column}>
            <Terms terms={terms} rest={entry.rest} />
            <Kinds kinds={terms.kinds} value={entry.kind} onChange={changed(entry.setKind)} />
            <TextField
              label={t('sheet.lastDay')}
              type="date"
              isRequired
              value={entry.expiresOn}
              min={openedOn}
              max={terms.latest}
              help={t('sheet.lastDayHelp')}
              error={entry.dayError}
              onChange={(event) => changed(entry.setExpiresOn)(event.target.value)}
            />
          </div>
          <div className={css.column}>
            <AmountField
              label={t('sheet.amount')}
              text={entry.text}
              currency={total.currency}
              quick={quick}
              quickLabel={t('quick.name')}
              help={entry.isBelow && t('sheet.below', { minimum: formatMoney(minimum) })}
              error={entry.amountError}
              onChange={changed(entry.setText)}
            />
            {entry.otherError && (
              <Note tone="garnet" role="alert">
                {entry.otherError}
              </Note>
            )}
          </div>
        </div>
      </DialogContent>
    </form>
  );
}

/** Why no deposit can be taken now, with the way to mend it. */
function Refused({ terms, onClose, onCustomer }: FormProps) {
  const { t } = useTranslation('deposit');
  const { t: ui } = useTranslation();
  const isCustomer = terms.refusal?.key === 'deposit.customer_required';
  return (
    <DialogContent
      title={t('sheet.title')}
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
            {ui('close')}
          </Button>
          {isCustomer && (
            <Button variant="primary" size="lg" isGrowing data-autofocus onClick={onCustomer}>
              {t('sheet.chooseCustomer')}
            </Button>
          )}
        </>
      }
    >
      <Note tone="citrine" role="alert">
        {isCustomer ? t('sheet.customerFirst') : terms.refusal && refusalText(terms.refusal)}
      </Note>
    </DialogContent>
  );
}

/** Keeps the pieces of the basket for the customer against a part payment. */
export function DepositSheet(props: SheetProps) {
  const { basket, onClose } = props;
  const { t } = useTranslation('deposit');
  const isPhone = useIsPhone();
  const { data: terms, error, refetch } = useQuery(termsQuery(basket));
  const isPaying = basket.state === 'PAYING';
  // Locked meanwhile, here or by an answer that was lost: the payment is on screen.
  useEffect(() => {
    if (isPaying) onClose();
  }, [isPaying, onClose]);
  const isForm = terms !== undefined && terms.refusal === null;
  return (
    <DialogFrame onClose={onClose} isFullOnPhone={isForm && isPhone} width={isForm ? WIDTH_PX : 480} {...(terms ? {} : { label: t('sheet.title') })}>
      {terms && (isForm ? <Form {...props} terms={terms} /> : <Refused {...props} terms={terms} />)}
      {!terms && error && <ErrorState title={t('sheet.failed')} text={errorText(error)} onRetry={() => void refetch()} />}
      {!terms && !error && (
        <Loading>
          <div className={css.column} style={{ padding: 26 }}>
            <Bone width="180px" height={28} />
            <Bone height={56} radius={10} />
            <Bone height={56} radius={10} />
          </div>
        </Loading>
      )}
    </DialogFrame>
  );
}
