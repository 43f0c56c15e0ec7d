import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useBasket } from '#/api/basket';
import { post } from '#/api/client';
import { errorText } from '#/api/refusal';
import type { Session } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { useScanTarget } from '#/lib/scan';
import { useSignal } from '#/lib/signal';
import { remove, write } from '#/lib/storage';
import { Avatar } from '#/ui/Avatar';
import { Button } from '#/ui/Button';
import { DialogFrame } from '#/ui/Dialog';
import { PasswordField } from '#/ui/PasswordField';
import css from './LockDialog.module.css';
import { isLocked, isLogoutOpen } from './shell-state';

const WARNING_S = 20;
const ACTIVITY = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

function lock(): void {
  write('locked', 'yes');
  isLocked.set(true);
  // The journal says when. A till without a connection is locked all the same.
  post('/session/lock', { notice: 'none' }).catch(() => undefined);
}

/** Locks after some minutes without a touch or a key, saying so 20 s before. */
function useIdleLock(minutes: number, isPaused: boolean): void {
  const { t } = useTranslation('shell');
  const warned = useRef(false);
  useEffect(() => {
    let lastAt = Date.now();
    const touch = (): void => {
      lastAt = Date.now();
      warned.current = false;
    };
    for (const name of ACTIVITY) window.addEventListener(name, touch, { capture: true, passive: true });
    const timer = setInterval(() => {
      if (isPaused) touch();
      const leftS = Math.ceil((lastAt + minutes * 60_000 - Date.now()) / 1000);
      if (leftS <= 0 && !isLocked.get()) lock();
      else if (leftS <= WARNING_S && !warned.current && !isLocked.get()) {
        warned.current = true;
        showNotice('warning', t('lock.warning', { seconds: leftS }));
      }
    }, 1000);
    return () => {
      clearInterval(timer);
      for (const name of ACTIVITY) window.removeEventListener(name, touch, { capture: true });
    };
  }, [minutes, isPaused, t]);
}

function UnlockForm({ session }: { session: Session }) {
  const { t } = useTranslation('shell');
  const basket = useBasket();
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  useScanTarget({ isForemost: true, refusal: t('lock.nothing'), onScan: () => undefined });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError('');
    try {
      await post('/session/unlock', { body: { password }, notice: 'none', isKeyed: false });
      remove('locked');
      isLocked.set(false);
    } catch (reason) {
      setError(errorText(reason));
      setPassword('');
    }
    setBusy(false);
  };
  const hasLines = (basket?.lines.length ?? 0) > 0;
  const safe = basket?.customer ? t('lock.basketOf', { customer: basket.customer.name }) : t('lock.basket');
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)}>
      <Avatar size="lg">{session.initials}</Avatar>
      <h2 className="t-disp">{t('lock.title', { name: session.firstName })}</h2>
      <p className="mut2">{hasLines ? safe : t('lock.nothing')}</p>
      <input type="text" autoComplete="username" value={session.staffId} readOnly hidden />
      <PasswordField label={t('lock.password')} value={password} onChange={setPassword} error={error} autoFocus />
      <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy} isBlocked={password === ''}>
        {t('lock.unlock')}
      </Button>
      <Button variant="ghost" isWide onClick={() => isLogoutOpen.set(true)}>
        {t('lock.switch')}
      </Button>
    </form>
  );
}

/** Covers the till until the password of the one who is logged in. The basket stays as it is. */
export function LockDialog({ session }: { session: Session }) {
  const { t } = useTranslation('shell');
  const basket = useBasket();
  const locked = useSignal(isLocked);
  // A waiting payment must stay in sight; it ends by itself.
  useIdleLock(session.idleLockMinutes, basket?.state === 'PAYING');
  if (!locked) return null;
  return (
    <DialogFrame label={t('lock.title', { name: session.firstName })} isHeld isOpaque onClose={() => undefined} width={440}>
      <UnlockForm session={session} />
    </DialogFrame>
  );
}
