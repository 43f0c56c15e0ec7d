import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import vitrine from '#/asset/vitrine.svg';
import { changeLanguage, OFFERED } from '#/lib/i18n';
import { deviceSettings, shortDeviceId } from '#/lib/storage';
import { APP_VERSION, PRODUCT_NAME } from '#/lib/version';
import { Logo } from '#/ui/Logo';
import { Segment } from '#/ui/Segment';
import css from './LoginPage.module.css';

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

/** The frame of the pages before the till: a picture, and beside it what is to be filled in. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('session');
  const { t: shell } = useTranslation('shell');
  return (
    <div className={css.page}>
      {deviceSettings().isStaging && (
        <div className={css.stage} role="status">
          {shell('staging')}
        </div>
      )}
      <div className={css.show}>
        <img src={vitrine} alt="" />
      </div>
      <main className={css.pane}>
        <Top />
        <div className={css.form}>{children}</div>
        <p className={css.foot}>
          <span>{t('version', { version: APP_VERSION })}</span>
          <span aria-hidden="true"> · </span>
          <span>{t('device', { device: shortDeviceId() })}</span>
        </p>
      </main>
    </div>
  );
}
