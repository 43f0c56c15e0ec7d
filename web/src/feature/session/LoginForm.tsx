import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import { logIn } from '#/api/session';
import { token } from '#/api/session-store';
import type { LoginChallenge, LoginGranted } from '#/api/types';
import { deviceSettings, remove } from '#/lib/storage';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { PasswordField } from '#/ui/PasswordField';
import css from './LoginPage.module.css';

interface LoginFormProps {
  onChallenge: (challenge: LoginChallenge) => void;
  onGranted: (granted: LoginGranted) => Promise<void>;
}

const HTTP_LOCKED = 423;

export function LoginForm({ onChallenge, onGranted }: LoginFormProps) {
  const { t } = useTranslation('session');
  const known = deviceSettings().lastUsername ?? '';
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ username?: string; password?: string }>({});
  const [lockedName, setLockedName] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const refuse = (error: unknown): void => {
    // A login error clears the token (specification, section 8).
    remove('token');
    token.set(null);
    setErrors({ password: errorText(error) });
    setPassword('');
    if (error instanceof ApiError && error.status === HTTP_LOCKED) setLockedName(username);
    passwordField.current?.focus();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (username.trim() === '' || password === '') {
      setErrors(username.trim() === '' ? { username: t('usernameMissing') } : { password: t('passwordMissing') });
      (username.trim() === '' ? usernameField : passwordField).current?.focus();
      return;
    }
    setBusy(true);
    setErrors({});
    try {
      const answer = await logIn(username.trim(), password);
      if (answer.kind === 'challenge') onChallenge(answer.challenge);
      else await onGranted(answer.granted);
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={css.fields} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        ref={usernameField}
        label={t('username')}
        isLarge
        name="username"
        autoComplete="username"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        autoFocus={known === ''}
        dir="ltr"
        value={username}
        error={errors.username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        ref={passwordField}
        label={t('password')}
        value={password}
        onChange={setPassword}
        error={errors.password ?? ''}
        autoFocus={known !== ''}
      />
      <Button
        type="submit"
        variant="primary"
        size="xl"
        isWide
        className={css.submit}
        isBusy={isBusy}
        isBlocked={lockedName !== null && lockedName === username}
      >
        {isBusy ? t('loggingIn') : t('login')}
      </Button>
    </form>
  );
}
