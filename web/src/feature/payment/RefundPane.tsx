import { IconBuildingBank, IconCash, IconCreditCard, IconGift, IconQrcode, IconWallet, type Icon } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, refusalText } from '#/api/refusal';
import type { Attempt, Payment, RefundStep } from '#/api/types';
import { CardEntry } from '#/feature/gift-card/CardEntry';
import { useCheckForRefund } from '#/feature/gift-card/queries';
import { ApprovalForm } from '#/feature/sale/deal/ApprovalForm';
import { useApproval } from '#/feature/sale/deal/use-approved';
import { cardName } from '#/lib/card';
import { formatDay } from '#/lib/date';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { DialogFrame } from '#/ui/Dialog';
import { EmptyState } from '#/ui/EmptyState';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { useCalm } from './AmountPane';
import css from './Payment.module.css';
import refund from './Refund.module.css';
import { useGiveBack, type GivenBack } from './queries';
import { amountInText } from './words';

type Way = RefundStep['way'];

const ICONS: Record<Way, Icon> = {
  TERMINAL: IconCreditCard,
  PROVIDER: IconQrcode,
  NEW_GIFT_CARD: IconGift,
  CREDIT: IconWallet,
  MANUAL: IconBuildingBank,
  CASH: IconCash,
};

/** The longest reference that the server takes. */
const REFERENCE_CHARACTERS_MAX = 64;

/** To what a step gives money back: the card with its digits, or the name of the tender. */
function nameOf(step: RefundStep): string {
  return step.way === 'TERMINAL' ? cardName(step.brand, step.last4) || step.name : step.name;
}

function Step({ step, isNext }: { step: RefundStep; isNext: boolean }) {
  const { t } = useTranslation('payment');
  const Shape = ICONS[step.way];
  return (
    <li className={isNext ? `${refund.step} ${refund.next}` : refund.step} aria-current={isNext ? 'step' : undefined}>
      <Shape size={24} stroke={1.6} aria-hidden="true" />
      <span className={refund.text}>
        <b>
          <bdi>{nameOf(step)}</bdi>
        </b>
        <span className="t-cap">{t(`refund.way.${step.way}`)}</span>
      </span>
      <Amount money={step.amount} className="t-strong" />
    </li>
  );
}

interface StepPaneProps {
  payment: Payment;
  step: RefundStep;
  onAttempt: (attempt: Attempt) => void;
}

/** Carries the step out; what is an exception waits for somebody who stands for it. */
function useStep({ payment, step, onAttempt }: StepPaneProps) {
  const give = useGiveBack(payment.basketId);
  const approved = useApproval<GivenBack>({
    run: async (values, approvalId) => {
      const { attempt } = await give.mutateAsync({ ...values, ...(approvalId === null ? {} : { approvalId }) });
      if (attempt) onAttempt(attempt);
    },
    requestOf: ({ amount }) => ({ action: 'REFUND_TENDER', amount: amount.minor }),
    onDone: () => undefined,
  });
  const body: GivenBack = { originTenderId: step.originTenderId, amount: step.amount };
  return {
    approved,
    run: (more: Partial<GivenBack> = {}): void => {
      if (!approved.isBusy) void approved.submit({ ...body, ...more });
    },
  };
}

/** A new card receives what a gift card paid. */
function NewCard({ isBusy, onCard }: { isBusy: boolean; onCard: (reference: string) => void }) {
  const { t } = useTranslation('payment');
  const check = useCheckForRefund();
  return (
    <CardEntry
      label={t('refund.newCard')}
      isByMail={false}
      isBusy={isBusy || check.isPending}
      error={check.error}
      onEnter={(card) => check.mutate(card, { onSuccess: ({ reference }) => onCard(reference) })}
    />
  );
}

/** What stands above the button: how much, and what the way asks for. */
function Question({ step, children }: { step: RefundStep; children?: ReactNode }) {
  const { t } = useTranslation('payment');
  const isRounded = step.way === 'CASH' && step.paidOut.minor !== step.amount.minor;
  return (
    <>
      <div className={refund.box}>
        <div className="t-label">{t(`refund.way.${step.way}`)}</div>
        <Amount money={step.paidOut} className={refund.amount ?? ''} />
        {isRounded && <p className="t-cap">{t('refund.rounded', { amount: amountInText(step.amount) })}</p>}
      </div>
      {children}
    </>
  );
}

function StepPane(props: StepPaneProps) {
  const { payment, step } = props;
  const { t } = useTranslation('payment');
  const [reference, setReference] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isCalm = useCalm(payment.tenders.length > 0);
  const { approved, run } = useStep(props);
  useScanTarget({ refusal: null, onScan: () => playTone('refused') });
  const isManual = step.way === 'MANUAL';
  const isMissing = isManual && reference.trim() === '';
  const act = (): void => {
    setChecked(true);
    if (!isMissing && !isCalm) run(isManual ? { reference: reference.trim() } : {});
  };
  if (approved.approval) {
    return (
      <DialogFrame onClose={approved.withdraw}>
        <ApprovalForm
          what={t('refund.approval', { amount: amountInText(step.inCash), tender: nameOf(step) })}
          error={approved.error}
          isBusy={approved.isBusy}
          onSign={approved.sign}
          onBack={approved.withdraw}
          onClose={approved.withdraw}
        />
      </DialogFrame>
    );
  }
  return (
    <div className={css.entry}>
      <Question step={step}>
        {isManual && (
          <TextField
            label={t('refund.reference')}
            isRequired
            dir="ltr"
            autoComplete="off"
            maxLength={REFERENCE_CHARACTERS_MAX}
            value={reference}
            error={isChecked && isMissing ? refusalText({ key: 'payment.reference_required' }) : undefined}
            onChange={(event) => setReference(event.target.value)}
          />
        )}
        {step.way === 'NEW_GIFT_CARD' && <NewCard isBusy={approved.isBusy} onCard={(card) => run({ reference: card })} />}
      </Question>
      {step.clearsOn && <Note tone="citrine">{t('refund.clearsOn', { tender: nameOf(step), date: formatDay(step.clearsOn) })}</Note>}
      {step.isException && !step.clearsOn && <Note tone="citrine">{t('refund.exception')}</Note>}
      {approved.error !== null && (
        <Note tone="garnet" role="alert">
          {errorText(approved.error)}
        </Note>
      )}
      <div className={refund.foot}>
        {step.mayBeCash && (
          <Button variant="quiet" size="lg" isWide isBusy={false} onClick={() => run({ inCash: true })}>
            {t('refund.inCash')}
          </Button>
        )}
        {step.way !== 'NEW_GIFT_CARD' && (
          <Button variant="primary" size="xl" isWide isBlocked={isCalm} isBusy={approved.isBusy} onClick={act}>
            <span>{t(`refund.go.${step.way}`, { amount: amountInText(step.paidOut) })}</span>
          </Button>
        )}
      </div>
    </div>
  );
}

interface RefundPaneProps {
  payment: Payment;
  steps: readonly RefundStep[];
  onAttempt: (attempt: Attempt) => void;
}

/** Where the money goes back to: one step at a time, in the order that the rules say. */
export function RefundPane({ payment, steps, onAttempt }: RefundPaneProps) {
  const { t } = useTranslation('payment');
  const [next] = steps;
  if (!next) {
    return (
      <div className={css.whole}>
        <EmptyState title={t('refund.none')} text={t('refund.noneText')} />
      </div>
    );
  }
  return (
    <>
      <div className={css.ways}>
        <h3 className="t-label">{t('refund.how')}</h3>
        <ol className={refund.steps}>
          {steps.map((step, index) => (
            <Step key={step.originTenderId} step={step} isNext={index === 0} />
          ))}
        </ol>
      </div>
      <StepPane key={`${next.originTenderId}${next.amount.minor}`} payment={payment} step={next} onAttempt={onAttempt} />
    </>
  );
}
