import {
  IconBuildingStore,
  IconCategory,
  IconDiamond,
  IconDiscount,
  IconGift,
  IconPercentage,
  IconReceiptTax,
  IconScale,
  IconStack2,
  IconTag,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { get } from '#/api/client';
import type { Section } from './section';

const ICON = { size: 22, stroke: 1.6, 'aria-hidden': true } as const;
/** Enough to be told how many there are. */
const ONE = { limit: 1 };

/** The groups of the sections, in their order. */
export const GROUPS = ['catalogue', 'price', 'promotion'] as const;

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
];

export const sectionOf = (name: string | undefined): SectionEntry | undefined =>
  SECTIONS.find((section) => section.name === name);
