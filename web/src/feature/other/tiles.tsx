import { IconCashBanknote, IconCashRegister, IconGift, IconHeartHandshake, IconPlaneDeparture, IconRecycle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FILE_CASH_REPORT } from '#/api/permission';
import type { AlertNumbers } from '#/api/types';
import { page } from '#/lib/path';

const ICON = { size: 28, stroke: 1.5, 'aria-hidden': true } as const;

export interface Tile {
  /** Its words are `tile.<name>` of the catalogue `other`. */
  name: 'taxFree' | 'giftCard' | 'loyalty' | 'recycling' | 'drawer' | 'cashReport';
  to: typeof page.taxFree | typeof page.giftCard | typeof page.loyalty | typeof page.recycling | typeof page.drawer | typeof page.cashReport;
  /** Whoever has one of them sees it. */
  permissions: readonly string[];
  /** Whether there is such a thing where whoever looks works; without it there is everywhere. */
  isThere?: (waiting: AlertNumbers) => boolean;
  icon: ReactNode;
}

/** What has no section of its own, in its order. */
export const TILES: readonly Tile[] = [
  { name: 'taxFree', to: page.taxFree, permissions: ['taxfree.issue'], icon: <IconPlaneDeparture {...ICON} /> },
  { name: 'giftCard', to: page.giftCard, permissions: ['giftcard.sell', 'giftcard.block', 'sale.create'], icon: <IconGift {...ICON} /> },
  { name: 'loyalty', to: page.loyalty, permissions: ['crm.viewFull'], icon: <IconHeartHandshake {...ICON} /> },
  { name: 'recycling', to: page.recycling, permissions: ['recycle.create'], icon: <IconRecycle {...ICON} /> },
  { name: 'drawer', to: page.drawer, permissions: ['payment.openDrawer'], icon: <IconCashRegister {...ICON} /> },
  {
    name: 'cashReport',
    to: page.cashReport,
    permissions: [FILE_CASH_REPORT],
    isThere: ({ cashReport }) => cashReport !== null,
    icon: <IconCashBanknote {...ICON} />,
  },
];
