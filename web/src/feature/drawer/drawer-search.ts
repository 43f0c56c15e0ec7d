import { namedDays, writtenDays, type Days } from '#/lib/days';
import { whatIsSaid, writtenText } from '#/lib/page-search';
import type { DrawerAction } from './queries';

/** What the address of the page may open at once. */
const OPENED = ['SAFE_DROP', 'BANK_BAG'] as const satisfies readonly DrawerAction[];

/** Days that are asked for by name; without one today is shown. */
export const DAY_PRESETS = ['yesterday', 'week', 'month', 'custom'] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

/** The entries of all tills. */
export const ALL_TILLS = 'all';

/** What the address of the page says. */
export interface DrawerSearch {
  action?: (typeof OPENED)[number];
  days?: DayPreset;
  from?: string;
  to?: string;
  /** A till, or all of them; this one when it is not said. */
  till?: string;
}

/** Reads the address; what it does not understand is left out. */
export const readDrawerSearch = (raw: Record<string, unknown>): DrawerSearch =>
  whatIsSaid<DrawerSearch>({
    action: OPENED.find((known) => known === raw['action']),
    ...writtenDays(raw, DAY_PRESETS),
    till: writtenText(raw['till']),
  });

export interface DrawerFilter {
  from?: string;
  to?: string;
  terminalNo?: string;
}

/** The days that are shown, both included. */
export const daysOf = (search: DrawerSearch, today: string): Days => (search.days ? namedDays(search.days, search, today) : { from: today, to: today });

/** What the server is asked; today is what it knows best itself. */
export function drawerFilterOf(search: DrawerSearch, today: string, own: string | undefined): DrawerFilter {
  const till = search.till ?? own;
  const days = search.days ? daysOf(search, today) : { from: undefined, to: undefined };
  return whatIsSaid<DrawerFilter>({ ...days, terminalNo: till === ALL_TILLS ? undefined : till });
}
