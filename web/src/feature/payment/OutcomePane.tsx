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
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attempt, AttemptChoice, Payment } from '#/api/types';
import { cardName } from '#/lib/card';
import { formatTime } from '#/lib/date';
import { useInterval } from '#/lib/use-interval';
import { Amount } from '#/ui/Amount';
import { Note } from '#/ui/Note';
import { useTimeZone } from '#/widget/use-time-zone';
import { formatCountdown, secondsSince } from './clock';
import { isGoingBack, outcomeKind, outcomeParam, restAfterBooking, TONES, type OutcomeKind } from './outcome';
import { OutcomeFrame, type Fact, type OutcomePaneProps } from './OutcomeFrame';
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

function outcomeIcon(kind: OutcomeKind): ReactNode {
  if (kind === 'occupied') return <TerminalIcon size={28} />;
  const Shape = ICONS[kind] ?? IconAlertTriangle;
  return <Shape size={28} stroke={1.6} />;
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
        return isGoingBack(attempt) ? t('choice.givenBack') : t('choice.paid');
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

/** How a payment at the terminal ended. */
export function OutcomePane(props: OutcomePaneProps) {
  const { attempt, onRetry } = props;
  const { t } = useTranslation('payment');
  const words = useWords(props);
  const facts = useFacts(props);
  const label = useButtonLabel(attempt);
  const { left, start, stop } = useWaitAndRetry(onRetry);
  const kind = outcomeKind(attempt);
  return (
    <OutcomeFrame
      {...props}
      {...words}
      icon={outcomeIcon(kind)}
      tone={TONES[kind]}
      facts={facts}
      label={label}
      undecidable={t('outcome.unknownManager')}
      waiting={{ isUnderWay: left !== null, start, stop }}
    >
      {isSignatureOpen(attempt) && <Note tone="citrine">{t('outcome.checkSignature')}</Note>}
      {left !== null && <Note role="status">{t('outcome.occupiedWaiting', { count: left })}</Note>}
    </OutcomeFrame>
  );
}
