import { IconAdjustmentsHorizontal, IconCalculator, IconChartBar, IconDots, IconLock, IconPencilHeart, IconPower, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#/api/queries';
import { page } from '#/lib/path';
import { cx } from '#/ui/cx';
import { intoView } from '#/ui/into-view';
import { Logo } from '#/ui/Logo';
import { RingIcon } from '#/ui/RingIcon';
import { sections, type SectionName } from './nav';
import { isLogoutOpen } from './shell-state';
import css from './Sidebar.module.css';

const ICONS: Record<SectionName, ReactNode> = {
  sale: <RingIcon />,
  customized: <IconPencilHeart size={24} stroke={1.6} aria-hidden="true" />,
  order: <IconReceipt size={24} stroke={1.6} aria-hidden="true" />,
  statement: <IconCalculator size={24} stroke={1.6} aria-hidden="true" />,
  deposit: <IconLock size={24} stroke={1.6} aria-hidden="true" />,
  report: <IconChartBar size={24} stroke={1.6} aria-hidden="true" />,
  other: <IconDots size={24} stroke={1.6} aria-hidden="true" />,
  setting: <IconAdjustmentsHorizontal size={24} stroke={1.6} aria-hidden="true" />,
};

function Entries({ className }: { className: string | undefined }) {
  const { t } = useTranslation('shell');
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const isSale = path === page.sale || path.startsWith(page.customized);
  const isOffered = Boolean(session?.customized) && isSale;
  const shown = sections.filter(
    ({ permission, isDevelopment }) => [permission].flat().some((one) => session?.permissions.includes(one)) && (!isDevelopment || isOffered),
  );
  return shown.map(({ name, to, isDevelopment }) => {
    const isOn = path === to || path.startsWith(`${to}/`);
    return (
      <Link key={name} ref={isOn ? intoView : undefined} to={to} className={cx(className, isOn && css.on, isDevelopment && css.development)} aria-current={isOn ? 'page' : undefined}>
        {ICONS[name]}
        <span>{t(`section.${name}`)}</span>
      </Link>
    );
  });
}

function PowerOff({ className }: { className: string | undefined }) {
  const { t } = useTranslation('shell');
  return (
    <button type="button" className={className} aria-label={t('logout.name')} onClick={() => isLogoutOpen.set(true)}>
      <IconPower size={24} stroke={1.6} aria-hidden="true" />
    </button>
  );
}

/** Sections at the start of the screen. It recedes: no border, canvas-coloured. */
export function Rail() {
  const { t } = useTranslation('shell');
  return (
    <nav className={css.rail} aria-label={t('main')}>
      <Link to={page.root} className={css.brand} aria-label={t('firstPage')}>
        <Logo />
      </Link>
      <div className={css.entries}>
        <Entries className={css.entry} />
      </div>
      <PowerOff className={css.power} />
    </nav>
  );
}

/** The same sections under a thumb. */
export function TabBar() {
  const { t } = useTranslation('shell');
  return (
    <nav className={css.tabs} aria-label={t('main')}>
      <Entries className={css.tab} />
      <PowerOff className={css.tab} />
    </nav>
  );
}
