import { ADMINISTER, CUSTOMISE, SELL } from '#/api/permission';
import { page } from '#/lib/path';

export type SectionName = 'sale' | 'customized' | 'order' | 'setting';

interface Section {
  name: SectionName;
  to: typeof page.sale | typeof page.customized | typeof page.order | typeof page.setting;
  /** Who may not, does not see it. */
  permission: string;
  /** Not for shops: shown on development hosts only, and while on a page of the sale. */
  isDevelopment?: boolean;
}

/** The entries of the rail, in the order of their keys Alt+1, Alt+8, Alt+2 and Alt+7. */
export const sections: readonly Section[] = [
  { name: 'sale', to: page.sale, permission: SELL },
  { name: 'customized', to: page.customized, permission: CUSTOMISE, isDevelopment: true },
  { name: 'order', to: page.order, permission: 'order.view' },
  { name: 'setting', to: page.setting, permission: ADMINISTER },
];
