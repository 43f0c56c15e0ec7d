import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconClock, IconPlugConnectedX, IconQuestionMark, IconX, type Icon } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, refusalText } from '#/api/refusal';
import type { Attempt, AttemptChoice, Payment, Refusal } from '#/api/types';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { Note } from '#/ui/Note';
import css from './Attempt.module.css';
import { BrandIcon, providerName } from './BrandIcon';
import { DecideForm } from './DecideForm';
import { HelpOffer } from './HelpOffer';
import { buttonsOf, outcomeParam, type OutcomeTone } from './outcome';
import qrCss from './Qr.module.css';
import { useDecide } from './queries';
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

interface QrOutcomePaneProps {
  attempt: Attempt & { qr: NonNullable<Attempt['qr']> };
  payment: Payment;
  onRetry: () => void;
  onDismiss: () => void;
  onBack: () => void;
  isBusy: boolean;
  error: string | null;
}

/** Why a client's payment was refused, in the till's language. */
function useReason(attempt: Attempt): string | null {
  const { t, i18n } = useTranslation('payment');
  const condition = outcomeParam(attempt, 'condition');
  if (condition === null || !i18n.exists(`payment:condition.${condition}`)) return null;
  return t(`condition.${condition as 'QrFunds'}`);
}

/** How a payment by code ended, what is certain, and one clear next step. */
export function QrOutcomePane({ attempt, payment, onRetry, onDismiss, onBack, isBusy, error }: QrOutcomePaneProps) {
  const { t } = useTranslation('payment');
  const decide = useDecide(attempt.attemptId);
  const [deciding, setDeciding] = useState<'paid' | 'notPaid' | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const kind = qrOutcome(attempt);
  const look = LOOKS[kind];
  const provider = providerName(attempt.qr.provider);
  const taken = attempt.approvedAmount ?? attempt.amount;
  const words = { provider, amount: amountInText(taken), rest: amountInText(payment.remaining) };
  const reason = useReason(attempt);
  const isNamed = kind === 'noCode' || kind === 'refundRefused' || kind === 'fault' || kind === 'unreachable';
  const heading = isNamed && attempt.outcome ? refusalText(attempt.outcome as Refusal) : t(`qr.outcome.${kind as 'failed'}`);
  const buttons = buttonsOf(attempt, payment.tenders.length > 0);
  const label: Partial<Record<AttemptChoice, string>> = {
    retry: t(attempt.qr.direction === 'shopScans' ? 'qr.scanAgain' : 'choice.retry'),
    otherTender: t('choice.otherTender'),
    cancel: t('choice.backToBasket'),
    acceptPart: t('choice.acceptPart', { amount: words.amount }),
    reverse: t('choice.reverse'),
    paid: t('choice.paid'),
    notPaid: t('choice.notPaid'),
  };
  const press: Partial<Record<AttemptChoice, () => void>> = {
    retry: onRetry,
    otherTender: onDismiss,
    cancel: onBack,
    acceptPart: () => decide.mutate({ decision: 'acceptPart' }),
    reverse: () => decide.mutate({ decision: 'reverse' }),
    paid: () => setDeciding('paid'),
    notPaid: () => setDeciding('notPaid'),
  };
  const problem = error ?? (decide.error ? errorText(decide.error) : null);
  return (
    <div className={css.pane}>
      <div className={css.outcome}>
        <span className={cx(css.disc, css[look.tone])} aria-hidden="true">
          <look.icon size={28} stroke={1.6} />
        </span>
        <h3 ref={title} tabIndex={-1} className={cx('t-disp', css.title)}>
          {heading}
        </h3>
        <p className={css.text} role="status">
          {t(`qr.outcomeText.${kind}`, words)}
        </p>
        <dl className={css.facts}>
          <div>
            <dt className="t-cap">{t('fact.stillDue')}</dt>
            <dd className="num">
              <Amount money={payment.remaining} />
            </dd>
          </div>
          <div>
            <dt className="t-cap">{reason ? t('fact.reason') : t('qr.provider')}</dt>
            <dd>
              {reason ?? (
                <span className={qrCss.inline}>
                  <BrandIcon provider={attempt.qr.provider} size={20} /> <bdi>{provider}</bdi>
                </span>
              )}
            </dd>
          </div>
        </dl>
        {kind === 'noCode' && <HelpOffer attemptId={attempt.attemptId} />}
        {kind === 'unknown' && buttons.length === 0 && <Note tone="citrine">{t('qr.unknownManager', { provider })}</Note>}
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
            return (
              <Button
                key={choice}
                size="lg"
                variant={isLast ? 'primary' : 'quiet'}
                isBusy={isLast && (isBusy || decide.isPending)}
                onClick={press[choice]}
              >
                {label[choice]}
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
