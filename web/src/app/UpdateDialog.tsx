import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { basketQuery } from '#/api/basket';
import { SELL, useMay } from '#/api/permission';
import { outdated } from '#/api/observer';
import { token } from '#/api/session-store';
import { useSignal } from '#/lib/signal';
import { clearSessionStorage } from '#/lib/storage';
import { APP_VERSION } from '#/lib/version';
import { Button } from '#/ui/Button';
import { DialogFrame } from '#/ui/Dialog';
import { Logo } from '#/ui/Logo';
import css from './UpdateDialog.module.css';

/** Survives the reload, so that a till that is still old afterwards can say so. */
const TRIED_KEY = 'updateTried';

/** The server no longer serves this till. A live payment is waited for; nothing else is. */
export function UpdateDialog() {
  const { t } = useTranslation('shell');
  const version = useSignal(outdated);
  const isLoggedIn = useSignal(token) !== null;
  const maySell = useMay(SELL);
  const { data: basket } = useQuery({ ...basketQuery, enabled: version !== null && isLoggedIn && maySell });
  if (!version) return null;
  const isPaying = basket?.state === 'PAYING';
  const wasTried = sessionStorage.getItem(TRIED_KEY) === version.latestVersion;
  // A live payment keeps the whole screen: it must be seen to its end.
  if (isPaying) return null;
  const update = (): void => {
    sessionStorage.setItem(TRIED_KEY, version.latestVersion);
    clearSessionStorage();
    window.location.reload();
  };
  return (
    <DialogFrame label={t('update.title')} isHeld isOverCover onClose={() => undefined} width={460}>
      <div className={css.body}>
        <div className={css.logo}>
          <Logo size={46} />
        </div>
        <h2 className="t-disp">{t('update.title')}</h2>
        <p className="t-meta num">{t('update.versions', { current: APP_VERSION, latest: version.latestVersion })}</p>
        <ul className={css.notes}>
          {version.updateNotes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <Button variant="primary" size="xl" isWide onClick={update} data-autofocus>
          {t('update.now')}
        </Button>
        <p className="t-cap">{wasTried ? t('update.askIt', { current: APP_VERSION }) : t('update.afterwards')}</p>
      </div>
    </DialogFrame>
  );
}
