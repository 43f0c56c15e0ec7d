import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBasket } from '#/api/basket';
import { listenToServer } from '#/api/events';
import { COUNT_STATEMENT, CUSTOMISE, MANAGE_STATEMENT, SEE_REPORTS, SELL, TAKE_DEPOSIT, useMay } from '#/api/permission';
import { sessionQuery } from '#/api/queries';
import { errorText } from '#/api/refusal';
import { token } from '#/api/session-store';
import { loadChunk } from '#/lib/chunk';
import { followStoreLanguage, loadOtherTexts } from '#/lib/i18n';
import { page } from '#/lib/path';
import { useShortcuts, isLinux } from '#/lib/shortcut';
import { useSignal } from '#/lib/signal';
import { updateDeviceSettings } from '#/lib/storage';
import { useIsPhone } from '#/lib/use-media';
import { ErrorState } from '#/ui/ErrorState';
import { isSalespersonOpen } from '#/widget/salesperson/salesperson-open';
import { DeviceDialog } from './DeviceDialog';
import { Header } from './Header';
import { HelpDialog } from './HelpDialog';
import { LockDialog } from './LockDialog';
import { LogoutDialog } from './LogoutDialog';
import { OfflineStrip } from './OfflineStrip';
import css from './Shell.module.css';
import { isHelpOpen, isPermissionOpen } from './shell-state';
import { Rail, TabBar } from './Sidebar';
import { UnpostedStrip } from './UnpostedStrip';
import { useServerFollower } from './use-server-follower';

const PermissionDialog = lazy(loadChunk(async () => ({ default: (await import('./PermissionDialog')).PermissionDialog })));
const SCROLL_DELAY_MS = 50;

/** After navigation the content goes back to the top and the focus to its start. */
function useScrollToTop() {
  const content = useRef<HTMLDivElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return undefined;
    shownPath.current = path;
    const timer = setTimeout(() => {
      content.current?.scrollTo({ top: 0 });
      for (const area of content.current?.querySelectorAll('[data-scroll]') ?? []) area.scrollTo({ top: 0 });
      content.current?.focus({ preventScroll: true });
    }, SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [path]);
  return content;
}

function useSectionKeys(): void {
  const navigate = useNavigate();
  const mayCustomise = useMay(CUSTOMISE);
  const mayDeposit = useMay(TAKE_DEPOSIT);
  const mayCount = useMay(COUNT_STATEMENT);
  const mayManage = useMay(MANAGE_STATEMENT);
  const mayReport = useMay(SEE_REPORTS);
  const isOnSale = useRouterState({ select: ({ location }) => location.pathname === page.sale });
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const isOffered = mayCustomise && isOnSale && Boolean(session?.customized);
  const prefix = isLinux ? 'Alt+Shift' : 'Alt';
  useShortcuts({
    F1: () => isHelpOpen.set(true),
    'Alt+KeyS': () => isSalespersonOpen.set(true),
    [`${prefix}+Digit1`]: () => void navigate({ to: page.sale }),
    [`${prefix}+Digit2`]: () => void navigate({ to: page.order }),
    [`${prefix}+Digit3`]: () => {
      if (mayCount || mayManage) void navigate({ to: page.statement });
    },
    [`${prefix}+Digit4`]: () => {
      if (mayDeposit) void navigate({ to: page.deposit });
    },
    [`${prefix}+Digit5`]: () => {
      if (mayReport) void navigate({ to: page.report });
    },
    [`${prefix}+Digit8`]: () => {
      if (isOffered) void navigate({ to: page.customized });
    },
    [`${prefix}+Digit7`]: () => void navigate({ to: page.setting }),
  });
}

function useSession() {
  const isLoggedIn = useSignal(token) !== null;
  const session = useQuery({ ...sessionQuery, enabled: isLoggedIn });
  const client = useQueryClient();
  useEffect(() => {
    if (!session.data) return;
    const { store, terminalName, staging } = session.data;
    updateDeviceSettings({ lastStoreName: store.name, lastTerminalName: terminalName, isStaging: staging });
    // After a change of language, which brings what is loaded: nothing is read twice.
    void followStoreLanguage(store.languageCode).then(() => loadOtherTexts(() => client.isFetching() > 0));
  }, [session.data, client]);
  return session;
}

/** Without a salesperson nothing sells: after the skip link the keyboard meets this question first. */
function SalespersonFirst() {
  const { t } = useTranslation('shell');
  const basket = useBasket();
  if (!basket || basket.salesperson) return null;
  return (
    <button type="button" className={css.skip} onClick={() => isSalespersonOpen.set(true)}>
      {t('chooseSalesperson')}
    </button>
  );
}

/** The frame of the till: staging banner, rail or tabs, header, and the page. */
export function Shell() {
  const { t } = useTranslation('shell');
  const isPhone = useIsPhone();
  const session = useSession();
  const bearer = useSignal(token);
  const content = useScrollToTop();
  const maySell = useMay(SELL);
  const isPermissionShown = useSignal(isPermissionOpen);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const allowed = maySell || !path.startsWith(page.sale);
  useSectionKeys();
  useServerFollower();
  useEffect(() => (bearer ? listenToServer() : undefined), [bearer]);
  if (session.isError) {
    return <ErrorState title={t('crash.title')} text={errorText(session.error)} onRetry={() => void session.refetch()} />;
  }
  return (
    <div className={css.app}>
      <a href="#content" className={css.skip}>
        {t('skip')}
      </a>
      <SalespersonFirst />
      {session.data?.staging && (
        <div className={css.stage} role="status">
          {isPhone ? t('stagingShort') : t('staging')}
        </div>
      )}
      {!isPhone && <Rail />}
      <div className={css.main}>
        <Header session={session.data} />
        <OfflineStrip />
        <UnpostedStrip />
        <main id="content" ref={content} tabIndex={-1} className={css.content}>
          <Suspense>{session.data && (allowed ? <Outlet /> : <Navigate to={page.order} replace />)}</Suspense>
        </main>
      </div>
      {isPhone && <TabBar />}
      <HelpDialog />
      <DeviceDialog />
      {isPermissionShown && (
        <Suspense>
          <PermissionDialog onClose={() => isPermissionOpen.set(false)} />
        </Suspense>
      )}
      {session.data && <LogoutDialog session={session.data} />}
      {session.data && <LockDialog session={session.data} />}
    </div>
  );
}
