import { whatIsSaid } from '#/lib/page-search';
import type { DrawerAction } from './queries';

/** What the address of the page may open at once. */
const OPENED = ['SAFE_DROP', 'BANK_BAG'] as const satisfies readonly DrawerAction[];

/** What the address of the page says. */
export interface DrawerSearch {
  action?: (typeof OPENED)[number];
}

/** Reads the address; what it does not understand is left out. */
export const readDrawerSearch = (raw: Record<string, unknown>): DrawerSearch =>
  whatIsSaid<DrawerSearch>({ action: OPENED.find((known) => known === raw['action']) });
