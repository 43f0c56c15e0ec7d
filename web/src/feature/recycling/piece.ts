import type { Recycling, RecyclingMetal, RecyclingPiece, RecyclingOriginLine, RecyclingSetup, RecyclingTest } from '#/api/types';
import { parseSteps, writeSteps } from '#/lib/steps';

/** Grams with three decimals are milligrams. */
export const GRAM_DIGITS = 3;
export const METALS: readonly RecyclingMetal[] = ['GOLD', 'SILVER', 'PLATINUM', 'ALLOY'];
export const TESTS: readonly RecyclingTest[] = ['HALLMARK', 'TOUCHSTONE', 'XRF'];

/** A piece as it is typed. */
export interface DraftPiece {
  id: string;
  metal: RecyclingMetal;
  fineness: number;
  testMethod: RecyclingTest;
  quantity: string;
  gross: string;
  stones: string;
  description: string;
  marks: string;
  orderLineId: string | null;
}

/** The metals that can be taken here today. */
export const metalsOf = (setup: RecyclingSetup): RecyclingMetal[] =>
  METALS.filter((metal) => metal === 'ALLOY' || setup.metals.some((known) => known.metal === metal));

/** The fineness of a metal here; alloys have none. */
export const finenessesOf = (setup: RecyclingSetup, metal: RecyclingMetal): number[] =>
  setup.metals.find((known) => known.metal === metal)?.finenesses ?? [];

/** The fineness to begin with: the one that most jewellery has. */
export function usualFineness(setup: RecyclingSetup, metal: RecyclingMetal): number {
  const known = finenessesOf(setup, metal);
  return [750, 925, 950].find((fineness) => known.includes(fineness) && (fineness !== 950 || metal === 'PLATINUM')) ?? known[0] ?? 0;
}

export function newPiece(setup: RecyclingSetup, origin?: RecyclingOriginLine): DraftPiece {
  const metals = metalsOf(setup);
  const metal = origin?.metal && metals.includes(origin.metal) ? origin.metal : (metals[0] ?? 'ALLOY');
  const known = finenessesOf(setup, metal);
  const fineness = origin?.fineness && known.includes(origin.fineness) ? origin.fineness : usualFineness(setup, metal);
  return {
    id: crypto.randomUUID(),
    metal,
    fineness,
    testMethod: 'HALLMARK',
    quantity: '1',
    gross: '',
    stones: '',
    description: origin?.name ?? '',
    marks: '',
    orderLineId: origin?.orderLineId ?? null,
  };
}

/** The pieces of a document, to be weighed again. */
export const piecesOf = (document: Recycling): DraftPiece[] =>
  document.lines.map((line) => ({
    id: crypto.randomUUID(),
    metal: line.metal,
    fineness: line.fineness,
    testMethod: line.testMethod ?? 'HALLMARK',
    quantity: String(line.quantity),
    gross: writeSteps(line.grossWeight, GRAM_DIGITS),
    stones: line.stoneWeight === 0 ? '' : writeSteps(line.stoneWeight, GRAM_DIGITS),
    description: line.description,
    marks: line.marks,
    orderLineId: line.orderLineId ?? null,
  }));

/** What is typed as the server takes it. What is no number is nothing, and the server says so. */
export function pieceOf(draft: DraftPiece): RecyclingPiece {
  const isAlloy = draft.metal === 'ALLOY';
  return {
    metal: draft.metal,
    fineness: isAlloy ? 0 : draft.fineness,
    testMethod: isAlloy ? null : draft.testMethod,
    quantity: /^-?\d{1,6}$/.test(draft.quantity.trim()) ? Number(draft.quantity) : 0,
    grossWeight: parseSteps(draft.gross, GRAM_DIGITS) ?? 0,
    stoneWeight: parseSteps(draft.stones, GRAM_DIGITS) ?? 0,
    description: draft.description,
    marks: draft.marks,
    orderLineId: draft.orderLineId,
  };
}
