import {
  IconAdjustments,
  IconBuildingStore,
  IconCalendarCheck,
  IconCash,
  IconCalendarTime,
  IconCashRegister,
  IconCategory,
  IconCoins,
  IconDeviceMobile,
  IconDiamond,
  IconDiscount,
  IconEyeExclamation,
  IconGift,
  IconGiftCard,
  IconHeartHandshake,
  IconMessageQuestion,
  IconPlaneDeparture,
  IconPercentage,
  IconQrcode,
  IconReceipt,
  IconRecycle,
  IconReceiptTax,
  IconRoute,
  IconScale,
  IconScaleOutline,
  IconSettings,
  IconShield,
  IconStack2,
  IconTag,
  IconTicket,
  IconUser,
  IconWorld,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { get } from '#/api/client';
import type { Section } from './section';

const ICON = { size: 22, stroke: 1.6, 'aria-hidden': true } as const;
/** Enough to be told how many there are. */
const ONE = { limit: 1 };

/** The groups of the sections, in their order. */
export const GROUPS = ['people', 'catalogue', 'price', 'promotion', 'payment', 'store'] as const;

export interface SectionEntry {
  /** Part of its address; its words are `section.<name>` of the catalogue `setting`. */
  name: string;
  group: (typeof GROUPS)[number];
  icon: ReactNode;
  /** How many entries it has. */
  count: (signal: AbortSignal) => Promise<number>;
  load: () => Promise<{ section: Section }>;
}

/**
 * The sections of the settings, in their order. A section is a folder of its own whose `section.tsx`
 * exports `section`, and a row here.
 */
export const SECTIONS: readonly SectionEntry[] = [
  {
    name: 'salesperson',
    group: 'people',
    icon: <IconUser {...ICON} />,
    count: async (signal) => (await get('/setting/salesperson', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./salesperson/section'),
  },
  {
    name: 'permissionGroup',
    group: 'people',
    icon: <IconShield {...ICON} />,
    count: async (signal) => (await get('/setting/permission-group', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./permissionGroup/section'),
  },
  {
    name: 'item',
    group: 'catalogue',
    icon: <IconDiamond {...ICON} />,
    count: async (signal) => (await get('/setting/item', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./item/section'),
  },
  {
    name: 'collection',
    group: 'catalogue',
    icon: <IconStack2 {...ICON} />,
    count: async (signal) => (await get('/setting/collection', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./collection/section'),
  },
  {
    name: 'itemClass',
    group: 'catalogue',
    icon: <IconCategory {...ICON} />,
    count: async (signal) => (await get('/setting/item-class', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./itemClass/section'),
  },
  {
    name: 'warningList',
    group: 'catalogue',
    icon: <IconEyeExclamation {...ICON} />,
    count: async (signal) => (await get('/setting/warning-list', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./warningList/section'),
  },
  {
    name: 'salesPrice',
    group: 'price',
    icon: <IconTag {...ICON} />,
    count: async (signal) => (await get('/setting/sales-price', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./salesPrice/section'),
  },
  {
    name: 'metalPrice',
    group: 'price',
    icon: <IconScale {...ICON} />,
    count: async (signal) => (await get('/setting/metal-price', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./metalPrice/section'),
  },
  {
    name: 'priceGroup',
    group: 'price',
    icon: <IconPercentage {...ICON} />,
    count: async (signal) => (await get('/setting/price-group', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./priceGroup/section'),
  },
  {
    name: 'storePriceGroup',
    group: 'price',
    icon: <IconBuildingStore {...ICON} />,
    count: async (signal) => (await get('/setting/store-price-group', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./storePriceGroup/section'),
  },
  {
    name: 'vat',
    group: 'price',
    icon: <IconReceiptTax {...ICON} />,
    count: async (signal) => (await get('/setting/vat', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./vat/section'),
  },
  {
    name: 'package',
    group: 'promotion',
    icon: <IconDiscount {...ICON} />,
    count: async (signal) => (await get('/setting/package', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./package/section'),
  },
  {
    name: 'campaign',
    group: 'promotion',
    icon: <IconGift {...ICON} />,
    count: async (signal) => (await get('/setting/campaign', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./campaign/section'),
  },
  {
    name: 'discountReason',
    group: 'promotion',
    icon: <IconMessageQuestion {...ICON} />,
    count: async (signal) => (await get('/setting/discount-reason', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./discountReason/section'),
  },
  {
    name: 'tender',
    group: 'payment',
    icon: <IconCash {...ICON} />,
    count: async (signal) => (await get('/setting/tender', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./tender/section'),
  },
  {
    name: 'tenderStore',
    group: 'payment',
    icon: <IconAdjustments {...ICON} />,
    count: async (signal) => (await get('/setting/tender-store', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./tenderStore/section'),
  },
  {
    name: 'terminal',
    group: 'payment',
    icon: <IconDeviceMobile {...ICON} />,
    count: async (signal) => (await get('/setting/terminal', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./terminal/section'),
  },
  {
    name: 'exchangeRate',
    group: 'payment',
    icon: <IconCoins {...ICON} />,
    count: async (signal) => (await get('/setting/exchange-rate', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./exchangeRate/section'),
  },
  {
    name: 'cashLimit',
    group: 'payment',
    icon: <IconScaleOutline {...ICON} />,
    count: async (signal) => (await get('/setting/cash-limit', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./cashLimit/section'),
  },
  {
    name: 'voucher',
    group: 'payment',
    icon: <IconTicket {...ICON} />,
    count: async (signal) => (await get('/setting/voucher', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./voucher/section'),
  },
  {
    name: 'qrMerchant',
    group: 'payment',
    icon: <IconQrcode {...ICON} />,
    count: async (signal) => (await get('/setting/qr-merchant', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./qrMerchant/section'),
  },
  {
    name: 'store',
    group: 'store',
    icon: <IconSettings {...ICON} />,
    count: async (signal) => (await get('/setting/store', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./store/section'),
  },
  {
    name: 'giftCardStore',
    group: 'store',
    icon: <IconGiftCard {...ICON} />,
    count: async (signal) => (await get('/setting/gift-card-store', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./giftCardStore/section'),
  },
  {
    name: 'loyaltyStore',
    group: 'store',
    icon: <IconHeartHandshake {...ICON} />,
    count: async (signal) => (await get('/setting/loyalty-store', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./loyaltyStore/section'),
  },
  {
    name: 'storeDistance',
    group: 'store',
    icon: <IconRoute {...ICON} />,
    count: async (signal) => (await get('/setting/store-distance', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./storeDistance/section'),
  },
  {
    name: 'storeDocument',
    group: 'store',
    icon: <IconReceipt {...ICON} />,
    count: async (signal) => (await get('/setting/store-document', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./storeDocument/section'),
  },
  {
    name: 'taxFreeStore',
    group: 'store',
    icon: <IconPlaneDeparture {...ICON} />,
    count: async (signal) => (await get('/setting/tax-free-store', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./taxFreeStore/section'),
  },
  {
    name: 'taxFreeRule',
    group: 'store',
    icon: <IconWorld {...ICON} />,
    count: async (signal) => (await get('/setting/tax-free-rule', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./taxFreeRule/section'),
  },
  {
    name: 'recycling',
    group: 'store',
    icon: <IconRecycle {...ICON} />,
    count: async (signal) => (await get('/setting/recycling', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./recycling/section'),
  },
  {
    name: 'scheduledJob',
    group: 'store',
    icon: <IconCalendarTime {...ICON} />,
    count: async (signal) => (await get('/setting/scheduled-job', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./scheduledJob/section'),
  },
  {
    name: 'drawer',
    group: 'store',
    icon: <IconCashRegister {...ICON} />,
    count: async (signal) => (await get('/setting/drawer', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./drawer/section'),
  },
  {
    name: 'statement',
    group: 'store',
    icon: <IconCalendarCheck {...ICON} />,
    count: async (signal) => (await get('/setting/statement', { query: ONE, signal, notice: 'none' })).total,
    load: () => import('./statement/section'),
  },
];

export const sectionOf = (name: string | undefined): SectionEntry | undefined =>
  SECTIONS.find((section) => section.name === name);
