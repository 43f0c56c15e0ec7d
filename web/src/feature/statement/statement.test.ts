import { describe, expect, it } from 'vitest';
import type { Cause, Count, Drawer, Tender } from './queries';
import { filterOf, isFiltered, readStatementSearch } from './statement-search';
import {
  causeKey,
  denominationName,
  discountShare,
  drawerOf,
  failedBy,
  gridMinor,
  hasDifference,
  isAboveMaximum,
  nextTarget,
  hasChanged,
  owed,
  parseSlips,
  openingDifference,
  shouldBe,
  targetOf,
  targetsOf,
  totalsOf,
  typedPieces,
} from './statement';

const eur = (minor: number) => ({ minor, currency: 'EUR' as const });

const drawer = (terminalNo: string, taken: number | null = null): Drawer => ({
  terminalNo,
  name: terminalNo,
  transactionQuantity: 2,
  transactionAmount: taken === null ? null : eur(taken),
  content: null,
  countedAmount: null,
  differenceAmount: null,
  openingDifference: null,
  leftAmount: null,
});

const tender = (tenderCode: string, change: Partial<Tender> = {}): Tender => ({
  tenderCode,
  name: tenderCode,
  tenderType: 'CARD',
  countingRequired: true,
  isCash: false,
  isCounted: false,
  currency: 'EUR',
  denominations: [],
  transactionQuantity: 3,
  transactionAmount: eur(1_000),
  countedAmount: null,
  differenceAmount: null,
  differenceQuantity: null,
  drawers: [],
  ...change,
});

const count = (tenderCode: string, terminalNo: string | null, change: Partial<Count> = {}): Count => ({
  tenderCode,
  terminalNo,
  content: eur(55_880),
  slips: null,
  denominations: [],
  openingFloat: eur(20_000),
  carriedFloat: eur(20_000),
  added: eur(0),
  removed: eur(0),
  takenBefore: eur(0),
  movedSince: eur(0),
  reason: null,
  countedBy: 'Nadia Roche',
  countedAt: '2026-11-14T18:00:00Z',
  ...change,
});

const cash = tender('CASH', { isCash: true, drawers: [drawer('T1'), drawer('T2')] });
const visa = tender('VISA');
const giftCard = tender('GIFTCARD', { countingRequired: false });
const tenders = [cash, visa, giftCard];

describe('what is counted', () => {
  it('is each drawer and each tender that wants it, with the last count', () => {
    const counts = [count('CASH', 'T2', { content: eur(1) }), count('CASH', 'T2', { content: eur(2) })];
    const targets = targetsOf({ tenders, counts });
    expect(targets.map((one) => [one.tender.tenderCode, one.drawer?.terminalNo ?? null, one.count?.content.minor ?? null])).toEqual([
      ['CASH', 'T1', null],
      ['CASH', 'T2', 2],
      ['VISA', null, null],
    ]);
  });
  it('begins with the own drawer and goes on with what follows', () => {
    const none = targetsOf({ tenders, counts: [] });
    const idOf = (terminalNo: string | undefined, after?: string) => nextTarget(none, terminalNo, after)?.id;
    expect(idOf('T2')).toBe('CASH T2');
    expect(idOf('T9')).toBe('CASH T1');
    expect(idOf('T1', 'CASH T1')).toBe('CASH T1');
    const some = targetsOf({ tenders, counts: [count('CASH', 'T2')] });
    expect(nextTarget(some, 'T2', 'CASH T2')?.id).toBe('VISA ');
    expect(nextTarget(some, 'T2', 'VISA ')?.id).toBe('CASH T1');
    const all = targetsOf({ tenders, counts: [count('CASH', 'T1'), count('CASH', 'T2'), count('VISA', null)] });
    expect(nextTarget(all, 'T1')).toBeNull();
  });
});

describe('a difference', () => {
  const off = (terminalNo: string, minor: number | null): Drawer => ({ ...drawer(terminalNo), differenceAmount: minor === null ? null : eur(minor) });
  const cashOf = (drawers: Drawer[], minor: number | null = 0) => tender('CASH', { isCash: true, drawers, differenceAmount: minor === null ? null : eur(minor) });
  it.each([
    ['nothing is counted', [cashOf([off('T1', null), off('T2', null)], null), visa], false],
    ['nothing differs', [cashOf([off('T1', 0), off('T2', 0)]), tender('VISA', { differenceAmount: eur(0) })], false],
    ['slips are missing', [cashOf([off('T1', 0)]), tender('VISA', { differenceAmount: eur(-10) })], true],
    ['what one drawer lacks another has too much', [cashOf([off('T1', -10), off('T2', 10)])], true],
  ])('is there when %s: %#', (_, tendersThen, expected) => expect(hasDifference({ tenders: tendersThen })).toBe(expected));

  const cause = (change: Partial<Cause>): Cause => ({
    cause: 'SWAPPED_TENDERS',
    tenderCode: 'CASH',
    otherTenderCode: null,
    otherTerminalNo: null,
    amount: eur(-10),
    reference: null,
    depositId: null,
    terminalNo: null,
    ...change,
  });
  it.each([
    [{ cause: 'OTHER_DRAWER', terminalNo: 'T2', otherTerminalNo: 'T1' }, 'CASH T2'],
    [{ cause: 'MISSING_DROP', terminalNo: 'T2' }, 'CASH T2'],
    // No till is named: where the amount is missing, or where something differs.
    [{ cause: 'SWAPPED_TENDERS' }, 'CASH T3'],
    [{ cause: 'UNRESOLVED_PAYMENT', amount: eur(-5) }, 'CASH T2'],
    // A card terminal has no drawer.
    [{ cause: 'UNMATCHED_TERMINAL_TOTAL', tenderCode: 'VISA', terminalNo: 'T2' }, 'VISA '],
    [{ cause: 'SWAPPED_TENDERS', tenderCode: 'GIFTCARD' }, undefined],
  ] as const)('%o leads to the count of %s', (change, expected) => {
    const targets = targetsOf({ tenders: [cashOf([off('T1', 0), off('T2', 20), off('T3', -10)]), visa, giftCard], counts: [] });
    expect(targetOf(targets, cause(change))?.id).toBe(expected);
  });
  it('names a drawer where its kind has one', () => {
    expect(drawerOf(cause({ cause: 'MISSING_DROP', terminalNo: 'T2' }))).toBe('T2');
    expect(drawerOf(cause({ cause: 'UNMATCHED_TERMINAL_TOTAL', terminalNo: 'T2' }))).toBeNull();
  });
  it('has causes that are told apart', () => {
    const all = [
      cause({ cause: 'UNRESOLVED_PAYMENT', reference: 'R-1', depositId: 'a' }),
      cause({ cause: 'UNRESOLVED_PAYMENT', reference: 'R-1', depositId: 'b' }),
      cause({ cause: 'OTHER_DRAWER', terminalNo: 'T1', otherTerminalNo: 'T2' }),
      cause({ cause: 'OTHER_DRAWER', terminalNo: 'T1', otherTerminalNo: 'T3' }),
      cause({ otherTenderCode: 'VISA' }),
      cause({ otherTenderCode: 'AMEX' }),
    ];
    expect(new Set(all.map(causeKey)).size).toBe(all.length);
  });
});

describe('what a drawer should hold', () => {
  it('is what lay in it, came in and went out, with what was taken', () => {
    const [target] = targetsOf({
      tenders: [tender('CASH', { isCash: true, drawers: [drawer('T1', 35_890)] })],
      counts: [count('CASH', 'T1', { added: eur(1_000), removed: eur(5_000) })],
    });
    expect(target && shouldBe(target)).toEqual(eur(51_890));
    const late = count('CASH', 'T1', { carriedFloat: eur(21_000), takenBefore: eur(300), movedSince: eur(2_000) });
    const [behind] = targetsOf({ tenders: [tender('CASH', { isCash: true, drawers: [drawer('T1', 35_890)] })], counts: [late] });
    expect(behind && shouldBe(behind)).toEqual(eur(57_590));
    expect(openingDifference(late)).toEqual(eur(-1_000));
  });
  it('is not told before the count, and not of foreign cash', () => {
    const [blind] = targetsOf({ tenders: [cash], counts: [count('CASH', 'T1')] });
    expect(blind && shouldBe(blind)).toBeNull();
    const foreign = count('CASH', 'T1', { content: { minor: 100, currency: 'USD' } });
    const [other] = targetsOf({ tenders: [tender('CASH', { isCash: true, drawers: [drawer('T1', 100)] })], counts: [foreign] });
    expect(other && shouldBe(other)).toBeNull();
  });
});

describe('a posting that failed', () => {
  it('fills the sentence with what was kept of it', () => {
    const failureParams = { payments: eur(1_000), sales: eur(700) };
    const refusal = failedBy({ failure: 'statement.not_balanced', failureParams });
    expect(refusal).toEqual({ key: 'statement.not_balanced', params: failureParams });
    expect(failedBy({ failure: 'drawer.bag_taken', failureParams: {} })).toEqual({ key: 'drawer.bag_taken', params: {} });
  });
  it('has no sentence with holes in it', () => {
    expect(failedBy({ failure: 'statement.not_balanced', failureParams: {} })).toBeNull();
    expect(failedBy({ failure: null, failureParams: {} })).toBeNull();
  });
});

describe('sums', () => {
  it('of what payments have to come to', () => {
    const sums = { salesAmount: eur(104_711), liabilities: eur(25_000), roundingAmount: eur(-1) };
    expect(owed(sums)).toEqual(eur(129_710));
    expect(owed({ ...sums, liabilities: null })).toBeNull();
    // The sums of a statement are equal by their definition; what is behind it may have changed.
    expect(hasChanged({ failure: 'statement.not_balanced' })).toBe(true);
    expect(hasChanged({ failure: null })).toBe(false);
  });
  it('of the total row count what the system says of what nobody counts', () => {
    const counted = [tender('VISA', { countedAmount: eur(900), differenceQuantity: -1 }), giftCard];
    expect(totalsOf({ tenders: counted })).toEqual({ transactions: 6, counted: 1_900, slips: -1 });
    expect(totalsOf({ tenders }).counted).toBeNull();
  });
  it.each([
    [0, 100, null],
    [100, -100, null],
    [41_860, 1_164_520, 340],
    [2_500, 7_500, 2_500],
  ])('of a discount of %i on sales of %i', (discount, sales, expected) => expect(discountShare(eur(discount), eur(sales))).toBe(expected));
  it.each([
    [null, false],
    [500, false],
    [-500, false],
    [501, true],
    [-501, true],
  ])('a difference of %s is above five: %s', (minor, expected) =>
    expect(isAboveMaximum({ difference: minor === null ? null : eur(minor), maximumDifference: eur(500) })).toBe(expected),
  );
});

describe('notes and coins', () => {
  it.each([
    [20_000, 'EUR', '€200'],
    [50, 'EUR', '€0.50'],
    [10_000, 'JPY', '¥10,000'],
    [250, 'KWD', 'KWD\u00A00.250'],
    [20_000, 'KWD', 'KWD\u00A020'],
  ] as const)('%i of %s is called %s', (minor, currency, expected) => expect(denominationName(minor, currency)).toBe(expected));
  it.each([
    ['12', '12'],
    ['012', '12'],
    ['0', '0'],
    ['00', '0'],
    ['1x2', '12'],
    ['-3', '3'],
    ['12345678', '123456'],
    ['', ''],
  ])('of “%s” the field keeps “%s”', (typed, expected) => expect(typedPieces(typed)).toBe(expected));
  it('are added up, and those that are not typed are not there', () =>
    expect(gridMinor([20_000, 5_000, 10], { 20_000: '2', 10: '3', 5_000: '' })).toBe(40_030));
});

describe('the sum of slips', () => {
  it.each([
    ['713.20', 71_320],
    ['713,2', 71_320],
    ['-5', -500],
    ['\u22125', -500],
    ['-0', 0],
    ['', null],
    ['-', null],
    ['1.234', null],
  ])('of “%s” is %s', (typed, expected) => expect(parseSlips(typed, 'EUR')).toBe(expected));
});

describe('the address of the list', () => {
  it('keeps what it understands', () => {
    const said = { days: 'custom', from: '2026-11-01', to: '2026-11-03', state: 'POSTED', storeNo: 'PAR01', statement: 'S-1' };
    expect(readStatementSearch({ ...said, other: 'x' })).toEqual(said);
    expect(readStatementSearch({ days: 'custom', from: '2026-11-03', to: '2026-11-01', state: 'GONE' })).toEqual({});
  });
  it('asks for all days when none are named', () => {
    expect(filterOf({ statement: 'S-1' }, '2026-11-14')).toEqual({});
    expect(filterOf({ days: 'month', state: 'COUNTED' }, '2026-11-14')).toEqual({ from: '2026-11-01', to: '2026-11-14', state: 'COUNTED' });
    expect(isFiltered({ statement: 'S-1' })).toBe(false);
    expect(isFiltered({ days: 'week' })).toBe(true);
  });
});
