import type { DrawerEntry, DrawerPaper } from './queries';

/** The papers that an entry has: none when no cash was moved, two when it travels. */
export function papersOf({ entryType, corrects }: Pick<DrawerEntry, 'entryType' | 'corrects'>): readonly DrawerPaper[] {
  if (entryType === 'NO_SALE' || corrects !== null) return [];
  return entryType === 'BANK_BAG' ? ['slip', 'bag'] : ['slip'];
}

/** The papers that come out of the receipt printer as soon as something is entered: what somebody signs. */
export const papersAtOnce = (entry: Pick<DrawerEntry, 'entryType' | 'corrects'>): readonly DrawerPaper[] =>
  entry.entryType === 'CASH_IN' ? [] : papersOf(entry);
