import type { ItemTile, TileSize } from '#/api/types';

export type Stock =
  | { kind: 'inStock'; count: number }
  | { kind: 'lastOne' | 'inBasket' | 'reserved' | 'none' | 'stopped' | 'noPrice' | 'noStock' }
  | { kind: 'otherStores'; count: number };

/** What the tile says about stock: the first of these that is true. */
export function stockOf(item: ItemTile, inBasket: number): Stock {
  if (item.stopped) return { kind: 'stopped' };
  if (item.price === null) return { kind: 'noPrice' };
  if (item.isNoStock) return { kind: 'noStock' };
  if (item.available > 1) return { kind: 'inStock', count: item.available };
  if (item.available === 1) return { kind: 'lastOne' };
  if (inBasket > 0) return { kind: 'inBasket' };
  if (item.sizes.some((size) => size.reserved > 0)) return { kind: 'reserved' };
  return item.otherStores > 0 ? { kind: 'otherStores', count: item.otherStores } : { kind: 'none' };
}

/** The size that is meant without asking; `null` when there is a choice. */
export function onlySize(sizes: readonly TileSize[]): string | null {
  if (sizes.length === 0) return '';
  const [first] = sizes;
  return sizes.length === 1 && first ? first.sizeCode : null;
}
