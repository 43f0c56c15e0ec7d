/** Somebody who sells, and which part of it in whole per cent. */
export interface Share {
  staffId: string;
  percent: number;
}

/** Shares of a hundred that differ by one at the most, the larger ones first. */
export function evenShares(staffIds: readonly string[]): Share[] {
  const count = staffIds.length;
  const least = Math.floor(100 / count);
  const more = 100 - least * count;
  return staffIds.map((staffId, index) => ({ staffId, percent: least + (index < more ? 1 : 0) }));
}

export const sumOf = (shares: readonly Share[]): number => shares.reduce((sum, { percent }) => sum + percent, 0);

/** What keeps shares from being kept, as the server would say it; none when nothing does. */
export function sharesRefusal(shares: readonly Share[]): { key: string; params?: Record<string, number> } | null {
  if (shares.some(({ percent }) => percent < 1)) return { key: 'sale.share_below_one' };
  const sum = sumOf(shares);
  return sum === 100 ? null : { key: 'sale.shares_not_whole', params: { sum } };
}

/** A typed part: whole per cent, nothing else. */
export const parsePercent = (text: string): number => Number(text.replaceAll(/\D/g, '').slice(0, 3));
