import type { Currency } from '#/lib/money';
import type { Drawer, DrawerAction } from './queries';

/** What has to be said of an action. */
interface Fields {
  amount: boolean;
  reason: boolean;
  bagNo: boolean;
}

const NOTHING: Fields = { amount: false, reason: false, bagNo: false };

export const FIELDS: Record<DrawerAction, Fields> = {
  FLOAT: { ...NOTHING, amount: true },
  CORRECTION: { ...NOTHING, reason: true },
  CASH_IN: { ...NOTHING, amount: true, reason: true },
  CASH_OUT: { ...NOTHING, amount: true, reason: true },
  SAFE_DROP: { ...NOTHING, amount: true },
  BANK_BAG: { ...NOTHING, amount: true, bagNo: true },
  NO_SALE: { ...NOTHING, reason: true },
};

/** The currencies in which an action can be entered: a float is entered once in each, and then it can only be taken back. */
export function currenciesOf(action: DrawerAction, { currencies, floats }: Pick<Drawer, 'currencies' | 'floats'>): Currency[] {
  if (action !== 'FLOAT' && action !== 'CORRECTION') return currencies;
  return currencies.filter((currency) => floats.some((float) => float.currency === currency) === (action === 'CORRECTION'));
}

/** Round amounts of a currency that are offered, in its units. */
export function roundUnits(currency: Currency): readonly number[] {
  if (currency === 'JPY') return [5_000, 10_000, 30_000];
  if (currency === 'KRW') return [50_000, 100_000, 300_000];
  return currency === 'KWD' ? [20, 50, 100] : [50, 100, 200];
}

export type Missing = 'amount' | 'reason' | 'bagNo' | null;

/** What is still to be said before an action can be entered, in the order of the form. A day may begin with an empty drawer. */
export function missingOf(action: DrawerAction, said: { minor: number | null; reason: string; bagNo: string }): Missing {
  const fields = FIELDS[action];
  const isAmount = said.minor !== null && (said.minor > 0 || action === 'FLOAT');
  if (fields.amount && !isAmount) return 'amount';
  if (fields.bagNo && said.bagNo.trim() === '') return 'bagNo';
  return fields.reason && said.reason.trim() === '' ? 'reason' : null;
}
