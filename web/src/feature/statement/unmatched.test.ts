import { describe, expect, it } from 'vitest';
import type { Unmatched } from './queries';
import { entryOf, foreignAmount } from './unmatched';

const nothing: Unmatched = {
  problem: 'NO_ATTEMPT',
  remedy: 'ASK_ACQUIRER',
  at: '2026-11-25T09:00:00Z',
  terminalNo: null,
  terminalName: null,
  tenderCode: null,
  attempted: null,
  booked: null,
  told: [],
  attemptId: null,
  receiptNo: null,
  depositId: null,
  reference: 'T1.P1',
  statementNo: null,
};

describe('what does not agree', () => {
  it('is known by its attempt, its statement, or what the acquirer calls it', () => {
    const total = { ...nothing, statementNo: 'S-1', terminalNo: 'PAR-1', tenderCode: 'VISA', reference: null } as const;
    const all = [
      { ...nothing, attemptId: '0199e2a4-7c1a-7b3e-9d52-6f0c8a1b2c3d' },
      total,
      { ...total, tenderCode: 'AMEX' },
      { ...total, terminalNo: 'PAR-2' },
      nothing,
      { ...nothing, reference: 'T1.P2' },
    ];
    expect(new Set(all.map(entryOf)).size).toBe(all.length);
  });

  it('can be in a currency that nobody sells in', () => {
    expect(foreignAmount({ minor: 22_910, currency: 'EUR' })).toBe('€229.10');
    expect(foreignAmount({ minor: 500, currency: 'THB' })).toBe('THB\u00A05.00');
  });
});
