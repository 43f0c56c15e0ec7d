import type { ReactNode } from 'react';
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
export const SECTIONS: readonly SectionEntry[] = [];

export const sectionOf = (name: string | undefined): SectionEntry | undefined =>
  SECTIONS.find((section) => section.name === name);
