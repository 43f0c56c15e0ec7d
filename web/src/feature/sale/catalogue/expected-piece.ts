import type { Expected } from '#/api/expected-basket';
import type { ItemTile, TileSize } from '#/api/types';

type Piece = Extract<Expected, { kind: 'add' }>;

interface Codes {
  byCode: Map<string, Piece>;
  byItem: Map<string, ItemTile>;
}

/** The index of each copy of the catalogue, made once. */
const indexes = new WeakMap<readonly ItemTile[], Codes>();

/** A barcode means one size; the number of an item means it only when there is no choice. */
function indexOf(items: readonly ItemTile[]): Codes {
  const known = indexes.get(items);
  if (known) return known;
  const codes: Codes = { byCode: new Map(), byItem: new Map() };
  const put = (code: string, item: ItemTile, size: TileSize): void => void codes.byCode.set(code, { kind: 'add', item, size });
  for (const item of items) {
    codes.byItem.set(item.itemNo, item);
    const [first] = item.sizes;
    if (first && item.sizes.length === 1) put(item.itemNo, item, first);
    for (const size of item.sizes) if (size.barcode !== null) put(size.barcode, item, size);
  }
  indexes.set(items, codes);
  return codes;
}

/**
 * The piece that a code or a choice means, if it can be expected in the basket: this copy of the
 * catalogue knows it, with a price and with a piece that is free. Everything else is for the server
 * to decide.
 */
export function expectedPiece(
  items: readonly ItemTile[],
  find: { code: string } | { itemNo: string; sizeCode: string },
): Piece | null {
  const { byCode, byItem } = indexOf(items);
  let found: Piece | undefined;
  if ('code' in find) {
    const code = find.code.trim();
    found = byCode.get(code) ?? byCode.get(code.toUpperCase());
  } else {
    const item = byItem.get(find.itemNo);
    const size = item?.sizes.find(({ sizeCode }) => sizeCode === find.sizeCode);
    if (item && size) found = { kind: 'add', item, size };
  }
  if (!found || found.size.price === null) return null;
  const isFree = found.item.isNoStock || found.size.available > 0;
  // A wish of its own each time: two scans of one code are two pieces.
  return isFree ? { ...found } : null;
}
