import { useQuery } from '@tanstack/react-query';
import { useSignal } from '#/lib/signal';
import { sessionQuery } from './queries';
import { token } from './session-store';

/** Selling. An office account may do without it: it has no basket. */
export const SELL = 'sale.create';

/** Selling what is made for one customer, where this installation offers it. */
export const CUSTOMISE = 'sale.customised';

/** Keeping pieces for a customer against a part payment, and handing them over. */
export const TAKE_DEPOSIT = 'deposit.create';

/** Moving the last day of a deposit. */
export const MOVE_DEPOSIT = 'deposit.cancel';

/** Typing a price, and giving a deposit the lower prices of today. */
export const OVERRIDE_PRICE = 'price.override';

/** Calculating and counting the day. */
export const COUNT_STATEMENT = 'statement.count';

/** Looking at all statements of the store and of linked ones. */
export const MANAGE_STATEMENT = 'statement.manage';

/** Looking at what the store sold. */
export const SEE_REPORTS = 'report.store';

/** Reporting cash to the authority. */
export const FILE_CASH_REPORT = 'cashreport.file';

/** Administration: what the company sells, at what prices, and who works for it. */
export const ADMINISTER = 'admin.all';

/** Whether whoever is logged in holds a permission; false until that is known. */
export function useMay(permission: string): boolean {
  const isLoggedIn = useSignal(token) !== null;
  const { data: session } = useQuery({ ...sessionQuery, enabled: isLoggedIn });
  return session?.permissions.includes(permission) ?? false;
}
