import { ADMINISTER, COUNT_STATEMENT, CUSTOMISE, FILE_CASH_REPORT, MANAGE_STATEMENT, SEE_REPORTS, SELL, TAKE_DEPOSIT } from '#/api/permission';
import { page } from '#/lib/path';

export type SectionName = 'sale' | 'customized' | 'order' | 'statement' | 'deposit' | 'report' | 'other' | 'setting';

interface Section {
  name: SectionName;
  to: typeof page.sale | typeof page.customized | typeof page.order | typeof page.statement | typeof page.deposit | typeof page.report | typeof page.other | typeof page.setting;
  /** Who may not, does not see it; of several one is enough. */
  permission: string | readonly string[];
  /** Not for shops: shown on development hosts only, and while on a page of the sale. */
  isDevelopment?: boolean;
}

/** The entries of the rail, in the order of their keys Alt+1, Alt+8, Alt+2, Alt+3, Alt+4, Alt+5 and Alt+7; what is under Other has none. */
export const sections: readonly Section[] = [
  { name: 'sale', to: page.sale, permission: SELL },
  { name: 'customized', to: page.customized, permission: CUSTOMISE, isDevelopment: true },
  { name: 'order', to: page.order, permission: 'order.view' },
  { name: 'statement', to: page.statement, permission: [COUNT_STATEMENT, MANAGE_STATEMENT] },
  { name: 'deposit', to: page.deposit, permission: TAKE_DEPOSIT },
  { name: 'report', to: page.report, permission: SEE_REPORTS },
  { name: 'other', to: page.other, permission: ['taxfree.issue', 'giftcard.sell', 'giftcard.block', 'recycle.create', 'crm.viewFull', FILE_CASH_REPORT, ADMINISTER] },
  { name: 'setting', to: page.setting, permission: ADMINISTER },
];
