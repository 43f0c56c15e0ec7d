import { Menu, Popover } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconLock, IconMaximize, IconMinimize, IconWorld } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBasket } from '#/api/basket';
import { SELL, useMay } from '#/api/permission';
import { refusalText } from '#/api/refusal';
import type { Session } from '#/api/types';
import { loadChunk } from '#/lib/chunk';
import { formatDate, formatMinute, formatTime } from '#/lib/date';
import { changeLanguage, OFFERED } from '#/lib/i18n';
import { useSignal } from '#/lib/signal';
import { useNow } from '#/lib/use-interval';
import { useIsPhone } from '#/lib/use-media';
import { Avatar } from '#/ui/Avatar';
import { cx } from '#/ui/cx';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { isSalespersonOpen } from '#/widget/salesperson/salesperson-open';
import { SalespersonSelect } from '#/widget/salesperson/SalespersonSelect';
import { Bell } from './Bell';
import { DeviceMenu } from './DeviceMenu';
import css from './Header.module.css';

const SplitDialog = lazy(loadChunk(async () => ({ default: (await import('#/widget/salesperson/SplitDialog')).SplitDialog })));

/** How often something came true. */
function useCount(isTrue: boolean): number {
  const [seen, setSeen] = useState({ isTrue, count: 0 });
  if (seen.isTrue !== isTrue) setSeen({ isTrue, count: seen.count + Number(isTrue) });
  return seen.count;
}

function SalespersonChip() {
  const { t } = useTranslation('shell');
  const isPhone = useIsPhone();
  const isOpen = useSignal(isSalespersonOpen);
  const [isSplitOpen, setSplitOpen] = useState(false);
  const opening = useCount(isOpen);
  const basket = useBasket();
  const person = basket?.salesperson;
  const others = Math.max(0, (basket?.salespeople.length ?? 0) - 1);
  const refusal = basket?.salespersonRefusal;
  const isWarning = basket !== undefined && !person;
  const label = !person
    ? t('chooseSalesperson')
    : others > 0
      ? t('salespersonAnd', { name: person.name, count: others })
      : t('salespersonIs', { name: person.name });
  const close = (): void => isSalespersonOpen.set(false);
  return (
    <>
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
              <span className="trunc" dir="auto" aria-hidden="true">
                {person?.name ?? t('chooseSalesperson')}
              </span>
            )}
            {others > 0 && (
              <span className={css.others} dir="ltr" aria-hidden="true">
                +{others}
              </span>
            )}
            {refusal && <IconLock size={18} stroke={1.6} aria-hidden="true" />}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('chooseSalesperson')}>
          {refusal ? (
            <Note tone="citrine" role="status">
              {refusalText(refusal)}
            </Note>
          ) : (
            <SalespersonSelect
              // The search of the last time is no search now. What closes keeps the focus until it has gone.
              key={opening}
              onChosen={close}
              onSplit={() => {
                close();
                setSplitOpen(true);
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {isSplitOpen && (
        <Suspense>
          <SplitDialog onClose={() => setSplitOpen(false)} />
        </Suspense>
      )}
    </>
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
        <b className="trunc" dir="auto">{session?.store.name}</b>
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
