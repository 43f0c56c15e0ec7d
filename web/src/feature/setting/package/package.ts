import { queryOptions } from '@tanstack/react-query';
import { get } from '#/api/client';
import { refusalText } from '#/api/refusal';
import type { PackageContent, PackageGroup, PackageItem, PromotionFault } from '#/api/types';
import { currencyExponent } from '#/lib/money';

export type BenefitKind = PackageContent['groupDiscType'];
export type Currency = PackageContent['currency'];

export const BENEFITS: readonly BenefitKind[] = ['DISC_PERCENT', 'DISC_AMOUNT', 'DEAL_PRICE', 'LEAST_EXPENSIVE', 'LINE_SPECIFIC'];
export const GROUP_TYPES: readonly PackageGroup['groupType'][] = ['QTY', 'RANGE', 'AMOUNT'];
export const EVERY_DAY = 'XXXXXXX';
/** A percentage on the wire is in hundredths of a percent. */
export const PERCENT_DIGITS = 2;
const HUNDRED_PERCENT = 10_000;
const MINUTE_MS = 60_000;

/** What packages and campaigns may name. */
export const choicesQuery = queryOptions({
  queryKey: ['setting', 'promotion-choice'],
  queryFn: ({ signal }) => get('/setting/promotion-choice', { signal }),
  staleTime: MINUTE_MS,
});

export const newPackage = (currency: Currency): PackageContent => ({
  discountId: '',
  description: '',
  priority: 10,
  startingDate: null,
  endingDate: null,
  weekdays: EVERY_DAY,
  fromTime: null,
  toTime: null,
  priceGroupCode: null,
  currency,
  memberOnly: false,
  amountToTrigger: 0,
  maxTimes: 0,
  blockManualDiscount: false,
  blockBasketDiscount: false,
  couponCode: null,
  groupDiscType: 'DISC_PERCENT',
  groupDiscTypeValue: 2000,
  leastExpensiveDiscPercent: HUNDRED_PERCENT,
  groups: [{ groupCode: 'A', groupType: 'QTY', value1: 2, value2: 0 }],
  items: [],
});

/** How many decimals the value of a discount has, and what stands behind it. */
export function unitOf(kind: BenefitKind, currency: string): { digits: number; unit?: string } {
  switch (kind) {
    case 'DISC_PERCENT':
      return { digits: PERCENT_DIGITS, unit: '%' };
    case 'DEAL_PRICE':
    case 'DISC_AMOUNT':
      return { digits: currencyExponent(currency), unit: currency };
    case 'LEAST_EXPENSIVE':
    case 'LINE_SPECIFIC':
      return { digits: 0 };
  }
}

/** The first letter that no group has yet. */
export function freeGroupCode(groups: readonly PackageGroup[]): string {
  const taken = new Set(groups.map((group) => group.groupCode));
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at));
  return letters.find((letter) => !taken.has(letter)) ?? `G${groups.length + 1}`;
}

/** The rows with one more item, unless the group has it already. */
export function withItem(items: readonly PackageItem[], itemNo: string, lineGroup: string, isLineSpecific: boolean): PackageItem[] {
  if (lineGroup !== '' && items.some((row) => row.itemNo === itemNo && row.lineGroup === lineGroup)) return [...items];
  return [
    ...items,
    {
      lineno: Math.max(0, ...items.map((row) => row.lineno)) + 1,
      itemNo,
      lineGroup,
      quantityOfItemNeed: lineGroup === '' ? 1 : 0,
      discType: isLineSpecific ? 'DISC_PERCENT' : null,
      dealPriceOrDiscPercent: isLineSpecific ? 1000 : null,
      takesCustomised: false,
    },
  ];
}

/** A group under another name, with its rows. */
export function renameGroup(content: PackageContent, at: number, groupCode: string): Pick<PackageContent, 'groups' | 'items'> {
  const before = content.groups[at]?.groupCode;
  const isShared = content.groups.some((group, other) => other !== at && group.groupCode === before);
  return {
    groups: content.groups.map((group, other) => (other === at ? { ...group, groupCode } : group)),
    items: content.items.map((row) => (before !== '' && row.lineGroup === before && !isShared ? { ...row, lineGroup: groupCode } : row)),
  };
}

/** Where a fault belongs: a field of the head, of a group, or of a row. */
export interface Place {
  field: string;
  groupCode?: string;
  lineno?: number;
}

const isAt = (fault: PromotionFault, place: Place): boolean =>
  fault.refusal.field === place.field && fault.groupCode === (place.groupCode ?? null) && fault.lineno === (place.lineno ?? null);

/** The sentences for what is wrong at a place. */
export function faultText(faults: readonly PromotionFault[], place: Place): string | undefined {
  const own = faults.filter((fault) => isAt(fault, place)).map((fault) => refusalText(fault.refusal));
  return own.length > 0 ? own.join(' ') : undefined;
}



/** The faults of what was saved, without those of what was typed over since. */
export function standing(faults: readonly PromotionFault[], saved: PackageContent, now: PackageContent): PromotionFault[] {
  const isSame = (name: string): boolean =>
    JSON.stringify(saved[name as keyof PackageContent]) === JSON.stringify(now[name as keyof PackageContent]);
  return faults.filter((fault) => {
    if (fault.lineno !== null) return isSame('items');
    if (fault.groupCode !== null) return isSame('groups') && isSame('items');
    return isSame(fault.refusal.field ?? '');
  });
}

/** The letters with one day switched over. */
export const withDay = (letters: string, day: number): string =>
  Array.from(letters.padEnd(7, '-'), (letter, at) => (at === day ? (letter === 'X' ? '-' : 'X') : letter)).join('');
