import type { ItemTile } from '#/api/types';
import { fold } from '#/lib/text';

export interface Filter {
  term: string;
  itemClass: string | null;
  collection: string | null;
  isAvailableOnly: boolean;
}

export interface Facet {
  code: string;
  name: string;
  count: number;
}

export interface Indexed {
  item: ItemTile;
  text: string;
}

const barcodesOf = (item: ItemTile): string[] => item.sizes.flatMap(({ barcode }) => barcode ?? []);

/** Folds what can be searched once, so that each keystroke only compares. */
export function indexItems(items: readonly ItemTile[]): Indexed[] {
  return items.map((item) => ({
    item,
    text: fold([item.name, item.itemNo, item.collectionName ?? '', item.itemClassName, ...barcodesOf(item)].join(' ')),
  }));
}

/** Every word of the search stands somewhere in the piece. */
export function matching(index: readonly Indexed[], filter: Omit<Filter, 'itemClass'>): ItemTile[] {
  const words = fold(filter.term).split(/\s+/).filter(Boolean);
  return index
    .filter(({ item, text }) => {
      if (filter.collection !== null && item.collectionCode !== filter.collection) return false;
      if (filter.isAvailableOnly && item.available <= 0) return false;
      return words.every((word) => text.includes(word));
    })
    .map(({ item }) => item);
}

/** How many pieces each class or collection has, in the order of their names. */
export function facets(items: readonly ItemTile[], by: 'itemClass' | 'collection'): Facet[] {
  const found = new Map<string, Facet>();
  for (const item of items) {
    const code = by === 'itemClass' ? item.itemClass : item.collectionCode;
    const name = by === 'itemClass' ? item.itemClassName : item.collectionName;
    if (code === null || name === null) continue;
    const facet = found.get(code) ?? { code, name, count: 0 };
    facet.count += 1;
    found.set(code, facet);
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

/** The piece whose number or barcode was typed in full. */
export function exactItem(items: readonly ItemTile[], term: string): ItemTile | undefined {
  const wanted = fold(term.trim());
  return wanted === '' ? undefined : items.find((item) => [item.itemNo, ...barcodesOf(item)].some((code) => fold(code) === wanted));
}
