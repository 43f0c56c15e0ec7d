import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconClock, IconPlugConnectedX, IconQuestionMark, IconX, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#/api/refusal';
import type { Attempt, AttemptChoice, Refusal } from '#/api/types';
import { Amount } from '#/ui/Amount';
import { BrandIcon, providerName } from './BrandIcon';
import { HelpOffer } from './HelpOffer';
import { isGoingBack, outcomeParam, type OutcomeTone } from './outcome';
import { OutcomeFrame, type Fact, type OutcomePaneProps } from './OutcomeFrame';
import qrCss from './Qr.module.css';
import { amountInText } from './words';

type Kind = 'successful' | 'failed' | 'timedOut' | 'stopped' | 'unreachable' | 'noCode' | 'fault' | 'mismatch' | 'unknown' | 'reversed' | 'late' | 'refundRefused';

const LOOKS: Record<Kind, { tone: OutcomeTone; icon: Icon }> = {
  successful: { tone: 'emerald', icon: IconCheck },
  failed: { tone: 'garnet', icon: IconX },
  timedOut: { tone: 'citrine', icon: IconClock },
  stopped: { tone: 'sapphire', icon: IconX },
  unreachable: { tone: 'sapphire', icon: IconPlugConnectedX },
  noCode: { tone: 'citrine', icon: IconPlugConnectedX },
  fault: { tone: 'garnet', icon: IconAlertTriangle },
  mismatch: { tone: 'citrine', icon: IconAlertTriangle },
  unknown: { tone: 'citrine', icon: IconQuestionMark },
  reversed: { tone: 'sapphire', icon: IconArrowBackUp },
  late: { tone: 'citrine', icon: IconAlertTriangle },
  refundRefused: { tone: 'garnet', icon: IconX },
};

const OF_KEY: Record<string, Kind> = {
  'payment.qr_unreachable': 'unreachable',
  'payment.qr_no_code': 'noCode',
  'payment.qr_fault': 'fault',
  'payment.qr_stopped': 'stopped',
  'payment.qr_refund_refused': 'refundRefused',
  'payment.failed': 'failed',
  'payment.timed_out': 'timedOut',
};

export function qrOutcome(attempt: Attempt): Kind {
  if (attempt.state === 'MISMATCH') return 'mismatch';
  if (attempt.state === 'UNKNOWN') return 'unknown';
  if (attempt.state === 'REVERSED') return 'reversed';
  if (attempt.state === 'LATE_SUCCESS') return 'late';
  return OF_KEY[attempt.outcome?.key ?? ''] ?? 'successful';
}

interface QrOutcomePaneProps extends OutcomePaneProps {
  attempt: Attempt & { qr: NonNullable<Attempt['qr']> };
}

/** Why a client's payment was refused, in the till's language. */
function useReason(attempt: Attempt): string | null {
  const { t, i18n } = useTranslation('payment');
  const condition = outcomeParam(attempt, 'condition');
  if (condition === null || !i18n.exists(`payment:condition.${condition}`)) return null;
  return t(`condition.${condition as 'QrFunds'}`);
}

function useButtonLabel(attempt: QrOutcomePaneProps['attempt']): (choice: AttemptChoice) => string {
  const { t } = useTranslation('payment');
  return (choice) => {
    switch (choice) {
      case 'retry':
        return t(attempt.qr.direction === 'shopScans' ? 'qr.scanAgain' : 'choice.retry');
      case 'cancel':
        return t(attempt.kind === 'REVERSAL' ? 'choice.close' : 'choice.backToBasket');
      case 'acceptPart':
        return t('choice.acceptPart', { amount: amountInText(attempt.approvedAmount ?? attempt.amount) });
      case 'paid':
        return t(isGoingBack(attempt) ? 'choice.givenBack' : 'choice.paid');
      case 'wait':
      case 'otherTender':
      case 'reverse':
      case 'notPaid':
        return t(`choice.${choice}`);
    }
  };
}

/** How a payment by code ended. */
export function QrOutcomePane(props: QrOutcomePaneProps) {
  const { attempt, payment } = props;
  const { t } = useTranslation('payment');
  const kind = qrOutcome(attempt);
  const look = LOOKS[kind];
  const provider = providerName(attempt.qr.provider);
  const taken = attempt.approvedAmount ?? attempt.amount;
  const words = { provider, amount: amountInText(taken), rest: amountInText(payment.remaining) };
  const reason = useReason(attempt);
  const label = useButtonLabel(attempt);
  const isNamed = kind === 'noCode' || kind === 'refundRefused' || kind === 'fault' || kind === 'unreachable';
  const title = isNamed && attempt.outcome ? refusalText(attempt.outcome as Refusal) : t(`qr.outcome.${kind as 'failed'}`);
  const brand = (
    <span className={qrCss.inline}>
      <BrandIcon provider={attempt.qr.provider} size={20} /> <bdi>{provider}</bdi>
    </span>
  );
  const facts: Fact[] = [
    { name: t('fact.stillDue'), value: <Amount money={payment.remaining} /> },
    reason === null ? { name: t('qr.provider'), value: brand } : { name: t('fact.reason'), value: reason },
  ];
  return (
    <OutcomeFrame
      {...props}
      icon={<look.icon size={28} stroke={1.6} />}
      tone={look.tone}
      title={title}
      text={t(`qr.outcomeText.${kind}`, words)}
      facts={facts}
      label={label}
      undecidable={t('qr.unknownManager', { provider })}
    >
      {kind === 'noCode' && <HelpOffer attemptId={attempt.attemptId} />}
    </OutcomeFrame>
  );
}
