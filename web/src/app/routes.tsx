import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { token } from '#/api/session-store';
import { readOrderSearch } from '#/feature/order/order-search';
import { readSettingSearch } from '#/feature/setting/setting-search';
import { loadChunk } from '#/lib/chunk';
import { page } from '#/lib/path';
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

const settingPage = lazyRouteComponent(loadChunk(() => import('#/feature/setting/SettingPage')), 'SettingPage');

const setting = createRoute({ getParentRoute: () => till, path: page.setting, component: settingPage });

const settingSection = createRoute({
  getParentRoute: () => till,
  path: page.settingSection,
  validateSearch: readSettingSearch,
  component: settingPage,
});

const tree = root.addChildren([login, setup, index, till.addChildren([sale, customized, order, orderHistory, setting, settingSection])]);

export function createTillRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: '/pos',
    context: { queryClient },
    defaultPreload: 'intent',
    // The content area scrolls, not the window; the shell takes it back to the top.
    scrollRestoration: false,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createTillRouter>;
  }
}
