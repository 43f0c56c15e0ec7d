import { describe, expect, it } from 'vitest';
import type { RecyclingSetup } from '#/api/types';
import { newPiece, pieceOf, usualFineness } from './piece';

const SETUP: RecyclingSetup = {
  refusal: null,
  noOrderRefusal: null,
  mayNoOrder: true,
  currency: 'EUR',
  country: 'FR',
  today: '2026-11-21',
  metals: [
    { metal: 'GOLD', finenesses: [999, 916, 750, 585, 375], gramPays: [], payoutPercent: 8500, pricedAt: null },
    { metal: 'SILVER', finenesses: [999, 925, 800], gramPays: [], payoutPercent: 8000, pricedAt: null },
  ],
  campaignPercent: 1000,
  campaignMaximum: { minor: 3000, currency: 'EUR' },
  alloyAmount: { minor: 0, currency: 'EUR' },
  approvalAbove: null,
};

describe('pieces', () => {
  it('begin with the fineness that most jewellery has', () => {
    expect(usualFineness(SETUP, 'GOLD')).toBe(750);
    expect(usualFineness(SETUP, 'SILVER')).toBe(925);
    expect(usualFineness(SETUP, 'ALLOY')).toBe(0);
  });

  it('are sent in milligrams, and what is no number as nothing', () => {
    const piece = { ...newPiece(SETUP), gross: '5,25', stones: '0.1', quantity: '2' };
    expect(pieceOf(piece)).toMatchObject({ metal: 'GOLD', fineness: 750, grossWeight: 5250, stoneWeight: 100, quantity: 2 });
    expect(pieceOf({ ...piece, gross: 'x', quantity: '1.5' })).toMatchObject({ grossWeight: 0, quantity: 0 });
    expect(pieceOf({ ...piece, quantity: '-1' }).quantity).toBe(-1);
  });

  it('of alloy have neither fineness nor test', () => {
    expect(pieceOf({ ...newPiece(SETUP), metal: 'ALLOY' })).toMatchObject({ fineness: 0, testMethod: null });
  });
});
