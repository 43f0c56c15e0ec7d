import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconPlugConnectedX,
  IconQuestionMark,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import type { Attempt, AttemptChoice, Payment } from '#/api/types';
import { cardName } from '#/lib/card';
import { formatTime } from '#/lib/date';
import { useInterval } from '#/lib/use-interval';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { Note } from '#/ui/Note';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './Attempt.module.css';
import { formatCountdown, secondsSince } from './clock';
import { DecideForm } from './DecideForm';
import { buttonsOf, outcomeKind, outcomeParam, restAfterBooking, TONES, type OutcomeKind } from './outcome';
import { useDecide } from './queries';
import { TerminalIcon } from './TerminalIcon';
import { amountInText } from './words';

const RETRY_AFTER_S = 20;

const ICONS: Partial<Record<OutcomeKind, Icon>> = {
  successful: IconCheck,
  failed: IconX,
  reversalFailed: IconX,
  timedOut: IconClock,
  unreachable: IconPlugConnectedX,
  cancelled: IconX,
  unknown: IconQuestionMark,
  unknownReversal: IconQuestionMark,
  reversed: IconArrowBackUp,
};

function OutcomeIcon({ kind }: { kind: OutcomeKind }) {
  const Shape = ICONS[kind];
  return (
    <span className={cx(css.disc, css[TONES[kind]])} aria-hidden="true">
      {kind === 'occupied' ? <TerminalIcon size={28} /> : Shape ? <Shape size={28} stroke={1.6} /> : <IconAlertTriangle size={28} stroke={1.6} />}
    </span>
  );
}

interface OutcomeProps {
  attempt: Attempt;
  payment: Payment;
}

function useWords({ attempt, payment }: OutcomeProps): { title: string; text: string } {
  const { t } = useTranslation('payment');
  const kind = outcomeKind(attempt);
  const amount = amountInText(attempt.approvedAmount ?? attempt.amount);
  const terminal = attempt.terminalName;
  const rest = amountInText(restAfterBooking(attempt, payment.remaining));
  switch (kind) {
    case 'successful': {
      const isAll = payment.remaining.minor <= 0;
      const text = isAll
        ? t('outcome.successfulAllText', { amount })
        : t('outcome.successfulText', { amount, rest: amountInText(payment.remaining) });
      return { title: t('outcome.successful'), text };
    }
    case 'mismatch':
      return { title: t('outcome.mismatch'), text: t('outcome.mismatchText', { rest }) };
    case 'mismatchReverse':
      return { title: t('outcome.mismatch'), text: t('outcome.mismatchReverseText') };
    case 'occupied':
      return { title: t('outcome.occupied'), text: t('outcome.occupiedText', { terminal }) };
    case 'unreachable':
      return { title: t('outcome.unreachable'), text: t('outcome.unreachableText', { terminal }) };
    case 'unknown':
      return { title: t('outcome.unknown'), text: t('outcome.unknownText', { amount }) };
    case 'unknownReversal':
      return { title: t('outcome.unknown'), text: t('outcome.unknownReversalText', { amount }) };
    case 'reversed':
      return { title: t('outcome.reversed'), text: t('outcome.reversedText', { amount }) };
    case 'lateSuccess':
      return { title: t('outcome.lateSuccess'), text: t('outcome.lateSuccessText', { amount }) };
    case 'failed':
    case 'reversalFailed':
    case 'timedOut':
    case 'paidAfterCancel':
    case 'signature':
    case 'cancelled':
      if (kind === 'reversalFailed' && payment.refund) return { title: t('outcome.reversalFailed'), text: t('refund.failedText') };
      return { title: t(`outcome.${kind}`), text: t(`outcome.${kind}Text`) };
  }
}

interface Fact {
  name: string;
  value: ReactNode;
  isBad?: boolean;
}

/** Why it failed, in the till's language, with the terminal's own words behind it. */
function useReason(attempt: Attempt): string {
  const { t, i18n } = useTranslation('payment');
  const condition = outcomeParam(attempt, 'condition');
  const words = outcomeParam(attempt, 'words');
  if (condition === null || !i18n.exists(`payment:condition.${condition}`)) {
    return outcomeParam(attempt, 'reason') ?? t('fact.noReason');
  }
  const known = t(`condition.${condition as 'Refusal'}`);
  return words === null ? known : t('condition.withWords', { condition: known, words });
}

/** The two numbers that the cashier needs to decide. */
function useFacts({ attempt, payment }: OutcomeProps): Fact[] {
  const { t } = useTranslation('payment');
  const timeZone = useTimeZone();
  const received = outcomeParam(attempt, 'received');
  const stillDue: Fact = payment.refund
    ? { name: t('refund.left'), value: <Amount money={payment.refund.left} /> }
    : { name: t('fact.stillDue'), value: <Amount money={payment.remaining} /> };
  const reason: Fact = { name: t('fact.reason'), value: <bdi>{useReason(attempt)}</bdi> };
  const amount: Fact = { name: t('fact.amountDue'), value: <Amount money={attempt.amount} /> };
  const sentAt = attempt.sentAt ?? attempt.createdAt;
  const sent: Fact = { name: t('fact.sentAt'), value: <bdi dir="ltr">{formatTime(sentAt, timeZone)}</bdi> };
  const says: Fact = { name: t('fact.terminalSays'), value: t('fact.notPaid') };
  switch (outcomeKind(attempt)) {
    case 'successful':
      return [
        { name: t('fact.card'), value: <bdi>{cardName(attempt.brand, attempt.last4) || t('fact.noReason')}</bdi> },
        { name: t('fact.approval'), value: <bdi>{attempt.approvalCode ?? t('fact.noReason')}</bdi> },
      ];
    case 'failed':
      return [stillDue, reason];
    case 'unreachable':
      return [stillDue, { name: t('fact.till'), value: <bdi>{attempt.terminalName}</bdi> }];
    case 'reversalFailed':
      return [{ name: t('fact.amountDue'), value: <Amount money={attempt.amount} /> }, reason];
    case 'timedOut':
      return [
        {
          name: t('fact.waited'),
          value: (
            <bdi dir="ltr">
              {formatCountdown(secondsSince(sentAt, Date.parse(attempt.finalAt ?? attempt.serverTime)))}
            </bdi>
          ),
        },
        says,
      ];
    case 'cancelled':
      return [stillDue, says];
    case 'mismatch':
    case 'mismatchReverse':
    case 'paidAfterCancel':
    case 'signature':
      return [
        amount,
        {
          name: t('fact.amountReceived'),
          value: attempt.approvedAmount ? <Amount money={attempt.approvedAmount} /> : <bdi dir="ltr">{received}</bdi>,
          isBad: attempt.approvedAmount?.minor !== attempt.amount.minor,
        },
      ];
    case 'occupied':
      return [
        { name: t('fact.till'), value: <bdi>{attempt.terminalName}</bdi> },
        { name: t('fact.since'), value: <bdi dir="ltr">{formatTime(attempt.finalAt ?? attempt.serverTime, timeZone)}</bdi> },
      ];
    case 'unknown':
    case 'unknownReversal':
      return [{ name: t('fact.inDoubt'), value: <Amount money={attempt.amount} /> }, sent];
    case 'reversed':
      return [{ name: t('fact.givenBack'), value: <Amount money={attempt.approvedAmount ?? attempt.amount} /> }, stillDue];
    case 'lateSuccess':
      return [{ name: t('fact.taken'), value: <Amount money={attempt.approvedAmount ?? attempt.amount} /> }, stillDue];
  }
}

function useButtonLabel(attempt: Attempt): (choice: AttemptChoice) => string {
  const { t } = useTranslation('payment');
  const isReversal = attempt.kind === 'REVERSAL';
  return (choice) => {
    switch (choice) {
      case 'retry':
        return attempt.state === 'TIMED_OUT' && !isReversal ? t('choice.sendAgain') : t('choice.retry');
      case 'cancel':
        return isReversal ? t('choice.close') : t('choice.backToBasket');
      case 'acceptPart':
        return ['paidAfterCancel', 'signature'].includes(outcomeKind(attempt))
          ? t('choice.keep')
          : t('choice.acceptPart', { amount: amountInText(attempt.approvedAmount ?? attempt.amount) });
      case 'paid':
        return isReversal ? t('choice.givenBack') : t('choice.paid');
      case 'notPaid':
        return isReversal ? t('choice.notGivenBack') : t('choice.notPaid');
      case 'wait':
      case 'otherTender':
      case 'reverse':
        return t(`choice.${choice}`);
    }
  };
}

/** Whether a signature is still to be compared beside what the pane tells already. */
function isSignatureOpen(attempt: Attempt): boolean {
  const isSigned = attempt.steps.some((known) => known.step === 'CHECK_SIGNATURE');
  return isSigned && attempt.state === 'MISMATCH' && outcomeKind(attempt) !== 'signature';
}

/** Waits until the terminal may be free again, then tries once more. */
function useWaitAndRetry(onRetry: () => void) {
  const [left, setLeft] = useState<number | null>(null);
  useInterval(
    () => {
      if (left === null) return;
      setLeft(left > 1 ? left - 1 : null);
      if (left <= 1) onRetry();
    },
    left === null ? null : 1000,
  );
  return { left, start: () => setLeft(RETRY_AFTER_S), stop: () => setLeft(null) };
}

interface OutcomePaneProps extends OutcomeProps {
  onRetry: () => void;
  onDismiss: () => void;
  onBack: () => void;
  isBusy: boolean;
  /** Why the last try to go on did not work. */
  error: string | null;
}

/** How it ended, what is certain, and one clear next step. */
export function OutcomePane({ attempt, payment, onRetry, onDismiss, onBack, isBusy, error }: OutcomePaneProps) {
  const { t } = useTranslation('payment');
  const words = useWords({ attempt, payment });
  const facts = useFacts({ attempt, payment });
  const label = useButtonLabel(attempt);
  const decide = useDecide(attempt.attemptId);
  const waiting = useWaitAndRetry(onRetry);
  const [deciding, setDeciding] = useState<'paid' | 'notPaid' | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const kind = outcomeKind(attempt);
  const buttons = buttonsOf(attempt, payment.tenders.length > 0);
  // The button that had the focus is gone; reading starts at what happened.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const press: Record<AttemptChoice, () => void> = {
    retry: onRetry,
    otherTender: onDismiss,
    cancel: attempt.kind === 'REVERSAL' ? onDismiss : onBack,
    wait: waiting.start,
    acceptPart: () => decide.mutate({ decision: 'acceptPart' }),
    reverse: () => decide.mutate({ decision: 'reverse' }),
    paid: () => setDeciding('paid'),
    notPaid: () => setDeciding('notPaid'),
  };
  const isUndecidable = attempt.state === 'UNKNOWN' && buttons.length === 0;
  const problem = error ?? (decide.error ? errorText(decide.error) : null);
  return (
    <div className={css.pane}>
      <div className={css.outcome}>
        <OutcomeIcon kind={kind} />
        <h3 ref={title} tabIndex={-1} className={cx('t-disp', css.title)}>
          {words.title}
        </h3>
        <p className={css.text} role="status">
          {words.text}
        </p>
        <dl className={css.facts}>
          {facts.map((fact) => (
            <div key={fact.name}>
              <dt className="t-cap">{fact.name}</dt>
              <dd className={cx('num', fact.isBad && css.bad)}>{fact.value}</dd>
            </div>
          ))}
        </dl>
        {isSignatureOpen(attempt) && <Note tone="citrine">{t('outcome.checkSignature')}</Note>}
        {isUndecidable && <Note tone="citrine">{t('outcome.unknownManager')}</Note>}
        {waiting.left !== null && <Note role="status">{t('outcome.occupiedWaiting', { count: waiting.left })}</Note>}
        {problem && (
          <Note tone="garnet" role="alert">
            {problem}
          </Note>
        )}
        {deciding && (
          <DecideForm
            attempt={attempt}
            decision={deciding}
            isBusy={decide.isPending}
            onStay={() => setDeciding(null)}
            onDecide={(slipNo) => decide.mutate({ decision: deciding, ...(slipNo ? { slipNo } : {}) })}
          />
        )}
      </div>
      {deciding === null && (
        <div className={cx(css.foot, css.footEnd)}>
          {buttons.map((choice, index) => {
            const isLast = index === buttons.length - 1;
            const isStop = choice === 'wait' && waiting.left !== null;
            return (
              <Button
                key={choice}
                size="lg"
                variant={isLast ? 'primary' : 'quiet'}
                isBusy={isLast && (isBusy || decide.isPending)}
                onClick={isStop ? waiting.stop : press[choice]}
              >
                {isStop ? t('choice.stopWaiting') : label(choice)}
              </Button>
            );
          })}
          {attempt.choices.length === 0 && (
            <Button size="lg" variant="primary" onClick={onDismiss}>
              {t('choice.continue')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
