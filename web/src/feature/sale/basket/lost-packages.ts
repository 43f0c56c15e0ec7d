import type { Basket } from '#/api/types';

type Packages = Pick<Basket, 'basketId' | 'packages'>;

function counted({ packages }: Packages): Map<string, { description: string; count: number }> {
  const counts = new Map<string, { description: string; count: number }>();
  for (const { discountId, description } of packages) {
    counts.set(discountId, { description, count: (counts.get(discountId)?.count ?? 0) + 1 });
  }
  return counts;
}

/** The packages that apply less often after a change of the same basket, by name. */
export function lostPackages(before: Packages, after: Packages): string[] {
  if (before.basketId === null || before.basketId !== after.basketId) return [];
  const now = counted(after);
  return [...counted(before)].filter(([id, { count }]) => (now.get(id)?.count ?? 0) < count).map(([, { description }]) => description);
}
