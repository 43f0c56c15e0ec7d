import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import { requestCode, verifyCode } from '#/api/session';
import type { CodeChannel, LoginChallenge, LoginGranted } from '#/api/types';
import { useInterval } from '#/lib/use-interval';
import { Button } from '#/ui/Button';
import { CODE_LENGTH, CodeField } from '#/ui/CodeField';
import { cx } from '#/ui/cx';
import css from './LoginPage.module.css';

interface VerifyFormProps {
  challenge: LoginChallenge;
  onGranted: (granted: LoginGranted) => Promise<void>;
  onBack: () => void;
}

/** The conversation about one challenge: which channel, whether a code was asked for, what was typed. */
function useVerification({ challenge, onGranted, onBack }: VerifyFormProps) {
  const [channel, setChannel] = useState<CodeChannel>(challenge.channels[0] ?? 'email');
  const [isRequested, setRequested] = useState(false);
  const [resendIn, setResendIn] = useState(0);
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  useInterval(() => setResendIn((seconds) => Math.max(0, seconds - 1)), resendIn > 0 ? 1000 : null);

  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError('');
    try {
      await act();
    } catch (reason) {
      setError(errorText(reason));
      setCode('');
      // The challenge is over: only a new login makes another one.
      if (reason instanceof ApiError && (reason.status === 410 || reason.status === 423)) setRequested(false);
    } finally {
      setBusy(false);
    }
  };
  const getCode = (): Promise<void> =>
    attempt(async () => {
      const answer = await requestCode(challenge.challengeId, channel);
      setRequested(true);
      setResendIn(channel === 'email' ? answer.resendAfterSeconds : 0);
      setCode('');
    });
  const verify = (typed: string): Promise<void> =>
    attempt(async () => onGranted(await verifyCode(challenge.challengeId, channel, typed)));
  const type = (typed: string): void => {
    setCode(typed);
    if (error) setError('');
    if (typed.length === CODE_LENGTH && !isBusy) void verify(typed);
  };
  const switchChannel = (): void => {
    setChannel(channel === 'email' ? 'totp' : 'email');
    setRequested(false);
    setResendIn(0);
    setCode('');
    setError('');
  };
  return { channel, isRequested, resendIn, code, error, isBusy, getCode, verify, type, switchChannel, onBack };
}

/** The second factor: get a code first, then six digits, verified with the sixth. */
export function VerifyForm(props: VerifyFormProps) {
  const { t } = useTranslation('session');
  const state = useVerification(props);
  const { channel, isRequested, resendIn, code, error, isBusy } = state;
  const { channels } = props.challenge;
  const email = props.challenge.email ?? '';
  const field = useRef<HTMLInputElement>(null);
  const messageId = useId();
  useEffect(() => {
    if (isRequested && !isBusy) field.current?.focus();
  }, [isRequested, isBusy]);

  const sentence = { before: t('verify.byEmail', { email }), after: t('verify.sentByEmail', { email }) };
  const lead = channel === 'totp' ? t('verify.byTotp') : isRequested ? sentence.after : sentence.before;
  const getCodeLabel = channel === 'totp' ? t('verify.enterTotp') : t('verify.getCode');
  const sendAgain = resendIn > 0 ? t('verify.sendAgainIn', { seconds: resendIn }) : t('verify.sendAgain');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isRequested) void state.getCode();
    else if (code.length === CODE_LENGTH) void state.verify(code);
  };
  return (
    <form noValidate onSubmit={submit}>
      <h1 className="t-title">{t('verify.title')}</h1>
      <p className={css.lead}>{lead}</p>
      <CodeField
        ref={field}
        label={t('verify.code')}
        value={code}
        onChange={state.type}
        isDisabled={!isRequested}
        isBad={error !== ''}
        describedBy={messageId}
      />
      <p id={messageId} className={cx(css.message, error !== '' && css.bad)} role={error ? 'alert' : undefined}>
        {error || (isRequested ? '' : t('verify.getFirst'))}
      </p>
      <div className={css.fields}>
        <Button type="submit" variant="primary" size="xl" isWide isBusy={isBusy} isBlocked={isRequested && code.length < CODE_LENGTH}>
          {isRequested ? t('verify.submit') : getCodeLabel}
        </Button>
      </div>
      <div className={css.row}>
        {isRequested && channel === 'email' ? (
          <Button variant="ghost" isBlocked={resendIn > 0 || isBusy} onClick={() => void state.getCode()}>
            {sendAgain}
          </Button>
        ) : (
          <Button variant="ghost" onClick={state.onBack}>
            {t('verify.back')}
          </Button>
        )}
        {channels.length > 1 && (
          <Button variant="ghost" onClick={state.switchChannel}>
            {channel === 'email' ? t('verify.useTotp') : t('verify.useEmail')}
          </Button>
        )}
      </div>
    </form>
  );
}
