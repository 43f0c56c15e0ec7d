import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { token } from '#/api/session-store';
import { readCashReportSearch } from '#/feature/cash-report/cash-report-search';
import { readDepositSearch } from '#/feature/deposit/deposit-search';
import { readDrawerSearch } from '#/feature/drawer/drawer-search';
import { readOrderSearch } from '#/feature/order/order-search';
import { readReportSearch } from '#/feature/report/report-search';
import { readClosingSearch } from '#/feature/statement/closing-search';
import { readStatementSearch } from '#/feature/statement/statement-search';
import { readUnmatchedSearch } from '#/feature/statement/unmatched-search';
import { readTaxFreeSearch } from '#/feature/tax-free/tax-free-search';
import { readSettingSearch } from '#/feature/setting/setting-search';
import { loadChunk } from '#/lib/chunk';
import { page } from '#/lib/path';
import { holdScans, releaseScans } from '#/lib/scan';
import { CrashPage } from './CrashPage';
import { NotFoundPage } from './NotFoundPage';
import { Root } from './Root';

interface RouterContext {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
});

const login = createRoute({
  getParentRoute: () => root,
  path: page.login,
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
  component: lazyRouteComponent(loadChunk(() => import('#/feature/session/LoginPage')), 'LoginPage'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: page.setup,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/session/SetupPage')), 'SetupPage'),
});

/** What the code on a receipt leads to: for anybody, without a session. */
const receipt = createRoute({
  getParentRoute: () => root,
  path: page.receipt,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/order/ReceiptCheckPage')), 'ReceiptCheckPage'),
});

/** Everything behind the login. A visitor without a token goes there and comes back afterwards. */
const till = createRoute({
  getParentRoute: () => root,
  id: 'till',
  beforeLoad: ({ location }) => {
    if (token.get() === null) throw redirect({ to: page.login, search: { redirect: location.href } });
  },
  component: lazyRouteComponent(loadChunk(() => import('./Shell')), 'Shell'),
  errorComponent: CrashPage,
  notFoundComponent: NotFoundPage,
});

const index = createRoute({
  getParentRoute: () => root,
  path: page.root,
  beforeLoad: () => {
    throw redirect({ to: page.sale, replace: true });
  },
});

const sale = createRoute({
  getParentRoute: () => till,
  path: page.sale,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/sale/SalePage')), 'SalePage'),
});

const customized = createRoute({
  getParentRoute: () => till,
  path: page.customized,
  validateSearch: (search: Record<string, unknown>): { line?: string } => (typeof search['line'] === 'string' ? { line: search['line'] } : {}),
  component: lazyRouteComponent(loadChunk(() => import('#/feature/customised/CustomisedPage')), 'CustomisedPage'),
});

const order = createRoute({
  getParentRoute: () => till,
  path: page.order,
  beforeLoad: () => {
    throw redirect({ to: page.orderHistory, replace: true });
  },
});

const orderHistory = createRoute({
  getParentRoute: () => till,
  path: page.orderHistory,
  validateSearch: readOrderSearch,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/order/OrderHistoryPage')), 'OrderHistoryPage'),
});

const statement = createRoute({
  getParentRoute: () => till,
  path: page.statement,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/statement/StatementPage')), 'StatementPage'),
});

const statementManagement = createRoute({
  getParentRoute: () => till,
  path: page.statementManagement,
  validateSearch: readStatementSearch,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/statement/ManagementPage')), 'ManagementPage'),
});

const statementClosing = createRoute({
  getParentRoute: () => till,
  path: page.statementClosing,
  validateSearch: readClosingSearch,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/statement/ClosingsPage')), 'ClosingsPage'),
});

const statementUnmatched = createRoute({
  getParentRoute: () => till,
  path: page.statementUnmatched,
  validateSearch: readUnmatchedSearch,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/statement/UnmatchedPage')), 'UnmatchedPage'),
});

const report = createRoute({
  getParentRoute: () => till,
  path: page.report,
  validateSearch: readReportSearch,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/report/ReportPage')), 'ReportPage'),
});

const deposit = createRoute({
  getParentRoute: () => till,
  path: page.deposit,
  validateSearch: readDepositSearch,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/deposit/DepositPage')), 'DepositPage'),
});

const other = createRoute({
  getParentRoute: () => till,
  path: page.other,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/other/OtherPage')), 'OtherPage'),
});

const taxFree = createRoute({
  getParentRoute: () => till,
  path: page.taxFree,
  validateSearch: readTaxFreeSearch,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/tax-free/TaxFreePage')), 'TaxFreePage'),
});

const giftCard = createRoute({
  getParentRoute: () => till,
  path: page.giftCard,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/gift-card/GiftCardPage')), 'GiftCardPage'),
});

const loyalty = createRoute({
  getParentRoute: () => till,
  path: page.loyalty,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/loyalty/LoyaltyPage')), 'LoyaltyPage'),
});

const drawer = createRoute({
  getParentRoute: () => till,
  path: page.drawer,
  validateSearch: readDrawerSearch,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/drawer/DrawerPage')), 'DrawerPage'),
});

const cashReport = createRoute({
  getParentRoute: () => till,
  path: page.cashReport,
  validateSearch: readCashReportSearch,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/cash-report/CashReportPage')), 'CashReportPage'),
});

const recycling = createRoute({
  getParentRoute: () => till,
  path: page.recycling,
  component: lazyRouteComponent(loadChunk(() => import('#/feature/recycling/RecyclingPage')), 'RecyclingPage'),
});

/** Whoever holds the link may read it: nobody logs in here. */
const recyclingPrint = createRoute({
  getParentRoute: () => root,
  path: page.recyclingPrint,
  validateSearch: (search: Record<string, unknown>): { link: string } => ({ link: typeof search['link'] === 'string' ? search['link'] : '' }),
  component: lazyRouteComponent(loadChunk(() => import('#/feature/recycling/RecyclingPrintPage')), 'RecyclingPrintPage'),
});

const settingPage = lazyRouteComponent(loadChunk(() => import('#/feature/setting/SettingPage')), 'SettingPage');

const setting = createRoute({ getParentRoute: () => till, path: page.setting, component: settingPage });

const settingSection = createRoute({
  getParentRoute: () => till,
  path: page.settingSection,
  validateSearch: readSettingSearch,
  component: settingPage,
});

const tree = root.addChildren([
  login,
  setup,
  receipt,
  recyclingPrint,
  index,
  till.addChildren([sale, customized, order, orderHistory, statement, statementManagement, statementClosing, statementUnmatched, report, deposit, other, taxFree, giftCard, loyalty, recycling, drawer, cashReport, setting, settingSection]),
]);

export function createTillRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: tree,
    basepath: '/pos',
    context: { queryClient },
    defaultPreload: 'intent',
    // The content area scrolls, not the window; the shell takes it back to the top.
    scrollRestoration: false,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
  });
  // The address changes before the page does: its code may still be on its way.
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (pathChanged) holdScans();
  });
  // The page's effects, which receive scans, run after it was rendered.
  router.subscribe('onRendered', ({ toLocation }) => {
    // The page before may be told of late: the one that is awaited has the address.
    if (toLocation.pathname === router.latestLocation.pathname) setTimeout(releaseScans);
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createTillRouter>;
  }
}
