import { expect } from '@playwright/test';
import { ask, type Till } from './till.js';

export interface Piece {
  itemNo: string;
  barcode: string;
  collectionCode: string | null;
  itemClass: string;
  available: number;
  price: number;
}

/** Pieces of the catalogue in one size of which some are in stock, with a barcode to scan. */
export async function pieces(): Promise<Piece[]> {
  const found: Piece[] = [];
  let cursor: string | null = null;
  do {
    const page = (await ask(`/item?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)) as {
      items: {
        itemNo: string;
        collectionCode: string | null;
        itemClass: string;
        price: { minor: number } | null;
        sizes: { barcode: string | null; available: number }[];
      }[];
      nextCursor: string | null;
    };
    for (const { itemNo, collectionCode, itemClass, price, sizes } of page.items) {
      const size = sizes.find(({ available }) => available > 0);
      if (price && size?.barcode) {
        found.push({ itemNo, collectionCode, itemClass, barcode: size.barcode, available: size.available, price: price.minor });
      }
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

/** A piece that no package and no board of a metal touches, of which several are there. */
export async function plainPiece(): Promise<Piece> {
  const plain = (await pieces()).find(
    ({ collectionCode, itemClass, available, price }) =>
      !['OPALE', 'SIRENE'].includes(collectionCode ?? '') && ['NECKLACE', 'EARRING'].includes(itemClass) && available > 5 && price > 5_000,
  );
  if (!plain) throw new Error('the demonstration has no such piece');
  return plain;
}

/** An amount as the till writes it. */
export const euros = (minor: number): string =>
  `€${String(Math.floor(minor / 100)).replace(/\B(?=(\d{3})+$)/g, ',')}.${String(minor % 100).padStart(2, '0')}`;

/** Puts a piece into the basket by scan and waits until it is reserved. */
export async function scanned(till: Till, piece: Piece): Promise<void> {
  await till.scan(piece.barcode);
  await expect(till.lines().filter({ hasText: piece.itemNo })).toContainText(till.say('sale', 'basket.reserved'));
}

export interface KnownBasket {
  total: { minor: number };
  lines: {
    itemNo: string;
    net: { minor: number } | null;
    isGift: boolean;
    manualDiscount: { approvedBy: string | null; givenBy: string } | null;
  }[];
}

/** The basket as the server holds it. */
export const basket = async (): Promise<KnownBasket> => (await ask('/basket')) as unknown as KnownBasket;

/** Opens the discount of the first line by key, types a percentage and chooses a reason. */
export async function typeDiscount(till: Till, percent: string, reason: string): Promise<void> {
  const { page } = till;
  await till.lines().getByRole('button').first().focus();
  await page.keyboard.press('Alt+r');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: till.say('sale', 'deal.percent') })).toBeFocused();
  await page.keyboard.type(percent, { delay: 80 });
  await dialog.getByLabel(till.say('sale', 'deal.reason')).selectOption(reason);
  await dialog.getByRole('button', { name: till.say('sale', 'deal.give') }).click();
}
