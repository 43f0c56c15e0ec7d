/** Every URL of the till and of its server. Nothing else in the front end spells one out. */

/** Pages, relative to the base path `/pos`. */
export const page = {
  root: '/',
  login: '/session/login',
  setup: '/session/setup',
  sale: '/sale',
  order: '/order',
  orderHistory: '/order/orderHistory',
} as const;

const API = '/api/v1';
const segment = encodeURIComponent;

function query(params: Record<string, string | number | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

export interface OrderFilter {
  search?: string;
  from?: string;
  to?: string;
  staffId?: string;
  tenderCode?: string;
}

/** Calls to the server. */
export const api = {
  setup: `${API}/setup`,
  login: `${API}/login`,
  loginCode: `${API}/login/code`,
  loginVerify: `${API}/login/verify`,
  logout: `${API}/logout`,
  session: `${API}/session`,
  unlock: `${API}/session/unlock`,
  salesperson: (search = '') => `${API}/salesperson${query({ search })}`,
  alertNumbers: `${API}/alert/getAlertNum`,
  unfinishedRecall: `${API}/inventory/shipment/getunfinishrecallorder`,
  items: (params: { cursor?: string | null; limit: number }) => `${API}/item${query(params)}`,
  item: (itemNo: string) => `${API}/item/${segment(itemNo)}`,
  basket: `${API}/basket`,
  basketLines: `${API}/basket/line`,
  basketLine: (lineId: string) => `${API}/basket/line/${segment(lineId)}`,
  basketScan: `${API}/basket/scan`,
  basketSalesperson: `${API}/basket/salesperson`,
  basketCustomer: `${API}/basket/customer`,
  basketNote: `${API}/basket/note`,
  basketHeartbeat: `${API}/basket/heartbeat`,
  basketRestore: `${API}/basket/restore`,
  customerSearch: `${API}/customer/search`,
  changeQuantity: `${API}/inventory/stock/change-quantity`,
  releaseReservation: `${API}/inventory/stock/release`,
  terminalTempData: (terminalNo: string) => `${API}/temp-data/terminal/right/${segment(terminalNo)}`,
  tender: `${API}/tender`,
  payment: `${API}/payment`,
  paymentStart: `${API}/payment/start`,
  paymentBack: `${API}/payment/back`,
  paymentTenders: `${API}/payment/tender`,
  paymentTender: (tenderId: string) => `${API}/payment/tender/${segment(tenderId)}`,
  paymentAttempts: `${API}/payment/attempt`,
  paymentAttempt: (attemptId: string) => `${API}/payment/attempt/${segment(attemptId)}`,
  paymentAttemptCancel: (attemptId: string) => `${API}/payment/attempt/${segment(attemptId)}/cancel`,
  paymentAttemptDecide: (attemptId: string) => `${API}/payment/attempt/${segment(attemptId)}/decide`,
  orders: (filter: OrderFilter & { cursor?: string | null; limit?: number } = {}) =>
    `${API}/order${query({ ...filter })}`,
  ordersCsv: (filter: OrderFilter = {}) => `${API}/order/export.csv${query({ ...filter })}`,
  order: (orderId: string) => `${API}/order/${segment(orderId)}`,
  orderReceipt: (orderId: string, language?: string) => `${API}/order/${segment(orderId)}/receipt${query({ language })}`,
  orderPrint: (orderId: string) => `${API}/order/${segment(orderId)}/print`,
  orderEmail: (orderId: string) => `${API}/order/${segment(orderId)}/email`,
  events: `${API}/events`,
  health: '/healthz',
} as const;

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
