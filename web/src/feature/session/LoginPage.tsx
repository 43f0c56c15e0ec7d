import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#/api/queries';
import type { LoginChallenge, LoginGranted } from '#/api/types';
import vitrine from '#/asset/vitrine.svg';
import { hourOf } from '#/lib/date';
import { changeLanguage, OFFERED } from '#/lib/i18n';
import { page, safeRedirect } from '#/lib/path';
import { deviceSettings, shortDeviceId } from '#/lib/storage';
import { APP_VERSION, PRODUCT_NAME } from '#/lib/version';
import { Logo } from '#/ui/Logo';
import { Segment } from '#/ui/Segment';
import css from './LoginPage.module.css';
import { LoginForm } from './LoginForm';
import { VerifyForm } from './VerifyForm';

const NOON = 12;
const EVENING = 18;
const MORNING = 5;

function greetingOf(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= MORNING && hour < NOON) return 'morning';
  return hour >= NOON && hour < EVENING ? 'afternoon' : 'evening';
}

function Top() {
  const { t, i18n } = useTranslation('session');
  return (
    <div className={css.top}>
      <span className={css.brand}>
        <Logo size={38} />
        <span className={css.word}>{PRODUCT_NAME}</span>
      </span>
      <Segment
        label={t('language')}
        value={i18n.language}
        options={OFFERED.map(({ code, name }) => ({ value: code as string, label: name, lang: code }))}
        onChange={(code) => void changeLanguage(code)}
      />
    </div>
  );
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

export function LoginPage() {
  const { t } = useTranslation('session');
  const { t: shell } = useTranslation('shell');
  const [challenge, setChallenge] = useState<LoginChallenge | null>(null);
  const onGranted = useGranted();
  const [greeting] = useState(() => greetingOf(hourOf(new Date())));
  const { lastStoreName, lastTerminalName, isStaging } = deviceSettings();
  const where =
    lastStoreName && lastTerminalName ? t('loginTo', { terminal: lastTerminalName, store: lastStoreName }) : t('loginHere');
  return (
    <div className={css.page}>
      {isStaging && (
        <div className={css.stage} role="status">
          {shell('staging')}
        </div>
      )}
      <div className={css.show}>
        <img src={vitrine} alt="" />
      </div>
      <main className={css.pane}>
        <Top />
        <div className={css.form}>
          {challenge ? (
            <VerifyForm challenge={challenge} onGranted={onGranted} onBack={() => setChallenge(null)} />
          ) : (
            <>
              <h1 className={css.greeting}>{t(`greeting.${greeting}`)}</h1>
              <p className={css.where}>{where}</p>
              <LoginForm onChallenge={setChallenge} onGranted={onGranted} />
            </>
          )}
        </div>
        <p className={css.foot}>
          <span>{t('version', { version: APP_VERSION })}</span>
          <span aria-hidden="true"> · </span>
          <span>{t('device', { device: shortDeviceId() })}</span>
        </p>
      </main>
    </div>
  );
}
