import { IconDeviceMobile, IconQrcode } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import type { Attempt } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { Note } from '#/ui/Note';
import attemptCss from './Attempt.module.css';
import { BrandIcon, providerName } from './BrandIcon';
import { formatCountdown, secondsSince, secondsUntil, useServerNow } from './clock';
import { DecideButton } from './DecideButton';
import { drawQr } from './qr-code';
import { HelpOffer } from './HelpOffer';
import css from './Qr.module.css';
import { QrImage } from './QrImage';
import { useCancelAttempt, useContinueAttempt, type AttemptReading } from './queries';
import { amountInText } from './words';

type QrAttempt = Attempt & { qr: NonNullable<Attempt['qr']> };

type QrWait = 'code' | 'scan' | 'confirm' | 'asked' | 'stopping' | 'refund';

export function qrWait(attempt: QrAttempt): QrWait {
  if (attempt.state === 'REVERSING') return 'refund';
  if (attempt.state === 'CANCELLING') return 'stopping';
  if (attempt.qr.isAsked) return 'asked';
  if (attempt.qr.direction === 'shopScans') return 'confirm';
  return attempt.qr.code === null ? 'code' : 'scan';
}

/** The code, or what stands in its place. */
function Picture({ attempt }: { attempt: QrAttempt }) {
  const { t } = useTranslation('payment');
  const { code, provider, direction } = attempt.qr;
  if (code !== null) {
    return (
      <div className={css.frame}>
        <QrImage code={code} label={t('qr.image', { provider: providerName(provider), amount: amountInText(attempt.amount) })} />
      </div>
    );
  }
  const Shape = direction === 'shopScans' ? IconDeviceMobile : IconQrcode;
  return (
    <div className={cx(css.frame, css.pending)}>
      <Shape size={72} stroke={1.2} aria-hidden="true" />
    </div>
  );
}

/** One number: what is left of the wait, or how long it has taken. */
function Countdown({ attempt, now }: { attempt: QrAttempt; now: number }) {
  const { t } = useTranslation('payment');
  const left = secondsUntil(attempt.endsAt, now);
  const kind = qrWait(attempt);
  const seconds = left ?? secondsSince(attempt.createdAt, now);
  const word = left === null ? t('wait.elapsed') : kind === 'asked' ? t('qr.thenStopped') : t('qr.thenAsked');
  return (
    <div className={css.countdown} role="timer">
      <bdi dir="ltr" className="t-xl">
        {formatCountdown(seconds)}
      </bdi>
      <span className="t-meta">{word}</span>
    </div>
  );
}

function Buttons({ attempt }: { attempt: QrAttempt }) {
  const { t } = useTranslation('payment');
  const stop = useCancelAttempt(attempt.attemptId);
  const goOn = useContinueAttempt(attempt.attemptId);
  const onError = (error: unknown) => showNotice('error', errorText(error), { isSticky: true });
  const kind = qrWait(attempt);
  if (kind === 'refund') return <DecideButton attempt={attempt} />;
  if (kind === 'stopping') return null;
  return (
    <>
      <Button
        size="lg"
        className={attemptCss.cancel}
        isBusy={stop.isPending}
        onClick={() => stop.mutate(undefined, { onError })}
      >
        {t('qr.stop')}
      </Button>
      {kind === 'asked' && (
        <Button size="lg" variant="primary" autoFocus isBusy={goOn.isPending} onClick={() => goOn.mutate(undefined, { onError })}>
          {t('qr.continue')}
        </Button>
      )}
    </>
  );
}

/** A payment by code is under way: the code, how long, and what happens then. */
export function QrAttemptPane({ reading, attempt, isSilent }: { reading: AttemptReading; attempt: QrAttempt; isSilent: boolean }) {
  const { t } = useTranslation('payment');
  const clock = useMemo(() => ({ serverTime: attempt.serverTime, readAt: reading.readAt }), [attempt.serverTime, reading.readAt]);
  const now = useServerNow(clock);
  const kind = qrWait(attempt);
  const provider = providerName(attempt.qr.provider);
  const words = { provider, amount: amountInText(attempt.amount) };
  const isDrawable = attempt.qr.code === null || drawQr(attempt.qr.code) !== null;
  return (
    <div className={attemptCss.pane}>
      <div className={attemptCss.wait}>
        <Picture attempt={attempt} />
        <div>
          <p className={css.brand}>
            <BrandIcon provider={attempt.qr.provider} size={28} />
            <bdi>{provider}</bdi>
          </p>
          <h3 className={cx('t-disp', attemptCss.title)}>{t(`qr.wait.${kind}`)}</h3>
          <p className={attemptCss.text}>{t(`qr.waitText.${kind}`, words)}</p>
          <Countdown attempt={attempt} now={now} />
          {!isDrawable && <HelpOffer attemptId={attempt.attemptId} />}
        </div>
      </div>
      {isSilent && (
        <div className={attemptCss.silent}>
          <Note tone="citrine" role="alert">
            {t('qr.silent')}
          </Note>
        </div>
      )}
      <div className={attemptCss.foot}>
        <p className={cx('t-meta', attemptCss.advice)}>{t('qr.dontTakeAgain')}</p>
        <Buttons attempt={attempt} />
      </div>
      <p className="sr" role="status" aria-live="polite">
        {t(`qr.wait.${kind}`)}
      </p>
    </div>
  );
}

export const isQr = (attempt: Attempt): attempt is QrAttempt => attempt.qr !== null;
