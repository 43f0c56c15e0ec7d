import { Menu, Popover } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconMaximize, IconMinimize, IconWorld } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBasket } from '#/api/basket';
import { SELL, useMay } from '#/api/permission';
import type { Session } from '#/api/types';
import { formatDate, formatMinute, formatTime } from '#/lib/date';
import { changeLanguage, OFFERED } from '#/lib/i18n';
import { useSignal } from '#/lib/signal';
import { useNow } from '#/lib/use-interval';
import { useIsPhone } from '#/lib/use-media';
import { Avatar } from '#/ui/Avatar';
import { cx } from '#/ui/cx';
import { IconButton } from '#/ui/IconButton';
import { isSalespersonOpen } from '#/widget/salesperson-open';
import { SalespersonSelect } from '#/widget/SalespersonSelect';
import { Bell } from './Bell';
import { DeviceMenu } from './DeviceMenu';
import css from './Header.module.css';

function SalespersonChip() {
  const { t } = useTranslation('shell');
  const isPhone = useIsPhone();
  const isOpen = useSignal(isSalespersonOpen);
  const basket = useBasket();
  const person = basket?.salesperson;
  const isWarning = basket !== undefined && !person;
  const label = person ? t('salespersonIs', { name: person.name }) : t('chooseSalesperson');
  return (
    <Popover opened={isOpen} onChange={(open) => isSalespersonOpen.set(open)} width={320}>
      <Popover.Target>
        <button
          type="button"
          className={cx(css.salesperson, isWarning && css.warning)}
          aria-expanded={isOpen}
          onClick={() => isSalespersonOpen.set(!isOpen)}
        >
          {person ? <Avatar>{person.initials}</Avatar> : <IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />}
          <span className="sr">{label}</span>
          {!isPhone && (
            <span className="trunc" aria-hidden="true">
              {person?.name ?? t('chooseSalesperson')}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('chooseSalesperson')}>
        <SalespersonSelect onChosen={() => isSalespersonOpen.set(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Clock({ timeZone }: { timeZone: string | undefined }) {
  const { t } = useTranslation('shell');
  const now = useNow();
  const date = formatDate(now, timeZone);
  return (
    <div className={css.clock} dir="ltr">
      {/* Seconds would be read out every second; the spoken clock stops at minutes. */}
      <span className="sr">{t('clock', { date, time: formatMinute(now, timeZone) })}</span>
      <span aria-hidden="true">{date}</span>
      <b aria-hidden="true">{formatTime(now, timeZone)}</b>
    </div>
  );
}

/** A language that the selector does not offer, by its own name. */
function nativeName(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

function LanguageMenu() {
  const { t, i18n } = useTranslation('shell');
  const isPhone = useIsPhone();
  const short = OFFERED.find(({ code }) => code === i18n.language)?.short ?? nativeName(i18n.language);
  return (
    <Menu width={200}>
      <Menu.Target>
        <button type="button" className={css.language} aria-label={`${t('language')}: ${short}`}>
          <IconWorld size={22} stroke={1.6} aria-hidden="true" />
          {!isPhone && short}
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('language')}>
        {OFFERED.map(({ code, name }) => (
          <Menu.Item
            key={code}
            lang={code}
            aria-current={code === i18n.language || undefined}
            rightSection={code === i18n.language ? <IconCheck size={18} stroke={1.6} /> : null}
            onClick={() => void changeLanguage(code)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function FullScreenButton() {
  const { t } = useTranslation('shell');
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const follow = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = (): void => {
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // The browser may refuse, for example under a kiosk policy: then nothing changes.
    change.catch(() => undefined);
  };
  return (
    <IconButton
      label={isFull ? t('leaveFullScreen') : t('fullScreen')}
      icon={isFull ? <IconMinimize size={24} stroke={1.6} /> : <IconMaximize size={24} stroke={1.6} />}
      onClick={toggle}
    />
  );
}

/** Store, salesperson, clock, language, bell, full screen. */
export function Header({ session }: { session: Session | undefined }) {
  const isPhone = useIsPhone();
  const maySell = useMay(SELL);
  return (
    <header className={css.header}>
      <div className={css.where}>
        <b className="trunc">{session?.store.name}</b>
        {!isPhone && <span className={css.terminal}>{session?.terminalName}</span>}
        {isPhone && <Clock timeZone={session?.store.timeZone} />}
      </div>
      {maySell && <SalespersonChip />}
      {!isPhone && <Clock timeZone={session?.store.timeZone} />}
      <LanguageMenu />
      <Bell />
      <DeviceMenu />
      {!isPhone && <FullScreenButton />}
    </header>
  );
}
