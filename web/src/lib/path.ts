/** The pages of the till. Operations of the server are named where they are called and checked against its description. */

/** Pages, relative to the base path `/pos`. */
export const page = {
  root: '/',
  login: '/session/login',
  setup: '/session/setup',
  sale: '/sale',
  customized: '/customized',
  order: '/order',
  orderHistory: '/order/orderHistory',
  receipt: '/receipt/$code',
  other: '/other',
  taxFree: '/other/taxFree',
  recycling: '/other/recycling',
  recyclingPrint: '/recyclingPrint',
  statement: '/statement',
  statementManagement: '/statement/management',
  statementClosing: '/statement/management/closing',
  statementUnmatched: '/statement/unmatched',
  report: '/report',
  deposit: '/deposit',
  setting: '/setting',
  settingSection: '/setting/$section',
  giftCard: '/other/giftCard',
  loyalty: '/other/loyalty',
  drawer: '/other/drawer',
  cashReport: '/other/cashReport',
} as const;

/** Answers as long as the server lives. */
export const HEALTH = '/healthz';

export interface OrderFilter {
  search?: string;
  from?: string;
  to?: string;
  staffId?: string;
  tenderCode?: string;
  statementNo?: string;
}

/**
 * Where to go after login. Only a path of this till is accepted: a redirect to another origin, or
 * back to the login page, is answered with the fallback.
 */
export function safeRedirect(redirect: string | undefined, fallback: string): string {
  if (!redirect || !redirect.startsWith('/')) return fallback;
  let url: URL;
  try {
    url = new URL(redirect, window.location.origin);
  } catch {
    return fallback;
  }
  if (url.origin !== window.location.origin) return fallback;
  const path = url.pathname.replace(/^\/pos(?=\/|$)/, '') || '/';
  if (path.startsWith('//') || path.startsWith(page.login)) return fallback;
  return `${path}${url.search}${url.hash}`;
}
