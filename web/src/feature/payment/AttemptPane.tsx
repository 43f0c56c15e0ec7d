import { IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import type { Attempt, AttemptStep } from '#/api/types';
import { formatTime } from '#/lib/date';
import { showNotice } from '#/lib/notice';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { Note } from '#/ui/Note';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './Attempt.module.css';
import { formatCountdown, fractionLeft, secondsSince, secondsUntil, useServerNow } from './clock';
import { useCancelAttempt, type AttemptReading } from './queries';
import { amountInText } from './words';

const STEPS = ['SENT', 'PRESENT_CARD', 'BANK_CONFIRMS', 'RECEIPT'] as const satisfies readonly AttemptStep[];
const ANNOUNCED_SECONDS = 30;
const RING_RADIUS = 118;

type WaitKind = 'created' | 'waiting' | 'bank' | 'cancelling' | 'inquiry' | 'reversing';

export function waitKind(attempt: Attempt): WaitKind {
  if (attempt.kind === 'REVERSAL' || attempt.state === 'REVERSING') return 'reversing';
  if (attempt.state === 'CANCELLING') return 'cancelling';
  if (attempt.state === 'INQUIRY') return 'inquiry';
  if (attempt.state === 'CREATED') return 'created';
  return attempt.step === 'BANK_CONFIRMS' || attempt.step === 'RECEIPT' ? 'bank' : 'waiting';
}

/** One ring and one number: the time until the terminal is asked, or since it was sent. */
function Ring({ attempt, now }: { attempt: Attempt; now: number }) {
  const { t } = useTranslation('payment');
  const left = secondsUntil(attempt.endsAt, now);
  const kind = waitKind(attempt);
  const isCountdown = left !== null && kind !== 'reversing';
  const seconds = isCountdown ? left : secondsSince(attempt.createdAt, now);
  const fraction = isCountdown && attempt.endsAt ? fractionLeft(attempt.sentAt ?? attempt.createdAt, attempt.endsAt, now) : 1;
  const isAsking = kind === 'inquiry' || (isCountdown && left === 0);
  const name =
    seconds < 60
      ? t('wait.secondsLeft', { count: seconds })
      : t('wait.minutesLeft', { minutes: Math.trunc(seconds / 60), seconds: seconds % 60 });
  return (
    <div className={css.ring} role="timer" aria-label={isCountdown ? name : formatCountdown(seconds)}>
      <svg viewBox="0 0 300 300" aria-hidden="true">
        <circle className={css.track} cx="150" cy="150" r={RING_RADIUS} pathLength={1} />
        {fraction > 0 && (
          <circle className={css.left} cx="150" cy="150" r={RING_RADIUS} pathLength={1} strokeDasharray={`${fraction} 1`} />
        )}
      </svg>
      <div className={css.number}>
        <bdi dir="ltr" className="t-xl">
          {formatCountdown(seconds)}
        </bdi>
        <span className="t-meta">
          {!isCountdown ? t('wait.elapsed') : isAsking ? t('wait.asking') : t('wait.thenWeAsk')}
        </span>
      </div>
    </div>
  );
}

function Steps({ attempt, now }: { attempt: Attempt; now: number }) {
  const { t } = useTranslation('payment');
  const timeZone = useTimeZone();
  const reached = STEPS.findLastIndex((step) => attempt.steps.some((known) => known.step === step));
  // A step is told when it starts; sending is over once the terminal has it.
  const current = reached === 0 ? 1 : reached;
  return (
    <ol className={css.steps} aria-label={t('wait.steps')}>
      {STEPS.map((step, index) => {
        const at = attempt.steps.find((known) => known.step === step)?.at;
        const before = attempt.steps.find((known) => known.step === STEPS[index - 1])?.at;
        const isDone = index < current && reached >= 0;
        const isNow = index === current;
        const since = at ?? before;
        return (
          <li key={step} className={cx(css.step, isDone && css.done, isNow && css.now)} aria-current={isNow ? 'step' : undefined}>
            <i aria-hidden="true">{isDone && <IconCheck size={16} stroke={2} />}</i>
            <span className={css.stepName}>{t(`wait.step.${step}`)}</span>
            {isDone && at && (
              <bdi dir="ltr" className="t-meta num">
                {formatTime(at, timeZone)}
              </bdi>
            )}
            {isNow && since && <span className="t-meta num">{t('wait.seconds', { count: secondsSince(since, now) })}</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** Said once each, in a polite region: the start, that cancel is possible, 30 s left. */
function useAnnouncement(attempt: Attempt, now: number): string {
  const { t } = useTranslation('payment');
  const canCancel = attempt.choices.includes('cancel');
  const left = secondsUntil(attempt.endsAt, now);
  if (left !== null && left <= ANNOUNCED_SECONDS && left > 0 && attempt.state === 'WAITING') return t('wait.announce30');
  if (canCancel) return t('wait.announceCancel');
  return t('wait.announceStart', { amount: amountInText(attempt.amount) });
}

function CancelButton({ reading, now }: { reading: AttemptReading; now: number }) {
  const { t } = useTranslation('payment');
  const { attempt } = reading;
  const cancel = useCancelAttempt(attempt.attemptId);
  const locked = secondsUntil(attempt.cancellableAt, now) ?? 0;
  // The clock says when it may be asked; the server says it again when it is.
  const isOpen = attempt.choices.includes('cancel') || (attempt.state === 'WAITING' && attempt.cancellableAt !== null);
  const isBlocked = locked > 0 || !isOpen;
  const passed =
    attempt.cancellableAt === null ? 1 : 1 - fractionLeft(attempt.sentAt ?? attempt.createdAt, attempt.cancellableAt, now);
  const reason = locked > 0 ? t('wait.cancelNotYet', { seconds: locked }) : t('wait.cancelUnavailable');
  return (
    <Button
      size="lg"
      className={cx(css.cancel, locked > 0 && css.locked)}
      isBlocked={isBlocked}
      isBusy={cancel.isPending}
      onBlocked={() => showNotice('warning', reason)}
      onClick={() => cancel.mutate(undefined, { onError: (error) => showNotice('error', errorText(error), { isSticky: true }) })}
    >
      <span>{t('wait.cancel')}</span>
      {locked > 0 && <span className={css.cancelIn}>{t('wait.cancelIn', { seconds: locked })}</span>}
      {locked > 0 && <span className={css.lockLine} aria-hidden="true" style={{ inlineSize: `${passed * 100}%` }} />}
    </Button>
  );
}

function WaitText({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('payment');
  const kind = waitKind(attempt);
  const words = { amount: amountInText(attempt.amount), terminal: attempt.terminalName };
  const isReceived = attempt.outcome?.key === 'payment.cancellation_received';
  const isManual = attempt.outcome?.key === 'payment.cancel_manually';
  const title = isReceived ? t('wait.cancellationReceived') : isManual ? t('wait.cancelManually') : t(`wait.title.${kind}`);
  const text = isReceived
    ? t('wait.cancellationReceivedText')
    : isManual
      ? t('wait.cancelManuallyText', words)
      : t(`wait.text.${kind}`, words);
  return (
    <>
      <h3 className={cx('t-disp', css.title)}>{title}</h3>
      <p className={css.text}>{text}</p>
    </>
  );
}

/** The terminal works: what it does, how long, what happens then, and what must not be done. */
export function AttemptPane({ reading, isSilent }: { reading: AttemptReading; isSilent: boolean }) {
  const { t } = useTranslation('payment');
  const { attempt } = reading;
  const clock = useMemo(() => ({ serverTime: attempt.serverTime, readAt: reading.readAt }), [attempt.serverTime, reading.readAt]);
  const now = useServerNow(clock);
  const announcement = useAnnouncement(attempt, now);
  return (
    <div className={css.pane}>
      <div className={css.wait}>
        <Ring attempt={attempt} now={now} />
        <div>
          <WaitText attempt={attempt} />
          {waitKind(attempt) !== 'reversing' && <Steps attempt={attempt} now={now} />}
        </div>
      </div>
      {isSilent && (
        <div className={css.silent}>
          <Note tone="citrine" role="alert">
            {t('wait.silent')}
          </Note>
        </div>
      )}
      <div className={css.foot}>
        <p className={cx('t-meta', css.advice)}>{t('wait.dontSendAgain')}</p>
        {waitKind(attempt) !== 'reversing' && <CancelButton reading={reading} now={now} />}
      </div>
      <p className="sr" role="status" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}

