import { IconDiscount, IconGift } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { get } from '#/api/client';
import type { Section } from './section';

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
    name: 'package',
    group: 'promotion',
    icon: <IconDiscount size={20} stroke={1.6} aria-hidden="true" />,
    count: (signal) => get('/setting/package', { query: { limit: 1 }, signal }).then(({ total }) => total),
    load: () => import('./package/section'),
  },
  {
    name: 'campaign',
    group: 'promotion',
    icon: <IconGift size={20} stroke={1.6} aria-hidden="true" />,
    count: (signal) => get('/setting/campaign', { query: { limit: 1 }, signal }).then(({ total }) => total),
    load: () => import('./campaign/section'),
  },
];

export const sectionOf = (name: string | undefined): SectionEntry | undefined =>
  SECTIONS.find((section) => section.name === name);
