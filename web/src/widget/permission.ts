import { useTranslation } from 'react-i18next';

/** What permissions are for, in the order in which they are shown. */
export const AREAS = ['sale', 'order', 'payment', 'stock', 'statement', 'crm', 'admin'] as const;
export type Area = (typeof AREAS)[number];

const AREA_OF: Readonly<Record<string, Area>> = {
  sale: 'sale',
  discount: 'sale',
  price: 'sale',
  gold: 'sale',
  order: 'order',
  refund: 'order',
  exchange: 'order',
  web: 'order',
  recall: 'order',
  rma: 'order',
  payment: 'payment',
  cashreport: 'payment',
  deposit: 'payment',
  giftcard: 'payment',
  taxfree: 'payment',
  recycle: 'payment',
  receiving: 'stock',
  transfer: 'stock',
  stock: 'stock',
  count: 'stock',
  difference: 'stock',
  statement: 'statement',
  report: 'statement',
  crm: 'crm',
};

/** What a permission is for: its code begins with a word for it. */
export const areaOf = (code: string): Area => AREA_OF[code.split('.')[0] ?? ''] ?? 'admin';

/** Says in words what a permission allows. */
export function usePermissionName(): (code: string) => string {
  const { t } = useTranslation('permission');
  return (code) => t(`name.${code}` as never, { defaultValue: code });
}
