import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery, setupQuery } from '#/api/queries';
import type { LoginChallenge, LoginGranted } from '#/api/types';
import { hourOf } from '#/lib/date';
import { page, safeRedirect } from '#/lib/path';
import { deviceSettings } from '#/lib/storage';
import css from './LoginPage.module.css';
import { EntryFrame } from './EntryFrame';
import { LoginForm } from './LoginForm';
import { VerifyForm } from './VerifyForm';

const NOON = 12;
const EVENING = 18;
const MORNING = 5;

function greetingOf(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= MORNING && hour < NOON) return 'morning';
  return hour >= NOON && hour < EVENING ? 'afternoon' : 'evening';
}

/** Where the person goes after login: where they wanted to, else the first page of their group. */
function useGranted(): (granted: LoginGranted) => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  const search = useSearch({ from: page.login });
  return async (granted) => {
    const landing = safeRedirect(granted.redirectUrl, page.sale);
    void client.prefetchQuery(sessionQuery);
    await navigate({ to: safeRedirect(search.redirect, landing), replace: true });
  };
}

/** An installation that nobody can log in to yet is set up first. */
function useSetupFirst(): void {
  const navigate = useNavigate();
  const { data: setup } = useQuery(setupQuery);
  const isNeeded = setup?.needed ?? false;
  useEffect(() => {
    if (isNeeded) void navigate({ to: page.setup, replace: true });
  }, [isNeeded, navigate]);
}

export function LoginPage() {
  const { t } = useTranslation('session');
  const [challenge, setChallenge] = useState<LoginChallenge | null>(null);
  const onGranted = useGranted();
  useSetupFirst();
  const [greeting] = useState(() => greetingOf(hourOf(new Date())));
  const { lastStoreName, lastTerminalName } = deviceSettings();
  const where =
    lastStoreName && lastTerminalName ? t('loginTo', { terminal: lastTerminalName, store: lastStoreName }) : t('loginHere');
  return (
    <EntryFrame>
      {challenge ? (
        <VerifyForm challenge={challenge} onGranted={onGranted} onBack={() => setChallenge(null)} />
      ) : (
        <>
          <h1 className={css.greeting}>{t(`greeting.${greeting}`)}</h1>
          <p className={css.where}>{where}</p>
          <LoginForm onChallenge={setChallenge} onGranted={onGranted} />
        </>
      )}
    </EntryFrame>
  );
}
