import { describe, expect, it } from 'vitest';
import type { Money } from '#/api/types';
import { applicationsOf, entriesOf, isExplained, struckPrice } from './price';
import { lostPackages } from './lost-packages';

const euro = (minor: number): Money => ({ minor, currency: 'EUR' });
const pack = (discountId: string, applicationNo: number) => ({
  discountId,
  applicationNo,
  description: `The ${discountId}`,
  saving: euro(100),
  pieces: [],
});
const fromPackage = (applicationNo: number) => ({
  source: 'PACKAGE' as const,
  amount: euro(10),
  description: 'Pair',
  applicationNo,
  reasonCode: null,
  approvedBy: null,
});

describe('the price that is struck through', () => {
  const line = { listedPrice: null, quantity: 1, gross: euro(10_000), discount: euro(0), isGift: false };
  it('is none while nothing lowers it', () => expect(struckPrice(line)).toBeNull());
  it('is what the line costs before its discounts', () => expect(struckPrice({ ...line, discount: euro(500) })).toEqual(euro(10_000)));
  it('is the listed price where another one was typed', () =>
    expect(struckPrice({ ...line, gross: euro(9_000), listedPrice: euro(10_000), discount: euro(100) })).toEqual(euro(10_000)));
  it('is no amount that the till would have to compute', () =>
    expect(struckPrice({ ...line, quantity: 2, listedPrice: euro(10_000) })).toBeNull());
  it('is none for a gift', () => expect(struckPrice({ ...line, isGift: true, discount: euro(1) })).toBeNull());
});

describe('what explains a price', () => {
  const line = { discounts: [], priceSource: 'LISTED' as const, manualDiscount: null };
  it('is nothing for a listed price', () => expect(isExplained(line)).toBe(false));
  it.each(['OVERRIDDEN', 'WEIGHT'] as const)('is that it is %s', (priceSource) => expect(isExplained({ ...line, priceSource })).toBe(true));
  it('is what packages give, each application once', () => {
    const discounts = [fromPackage(2), fromPackage(1), fromPackage(2)];
    expect(isExplained({ ...line, discounts })).toBe(true);
    expect(applicationsOf({ discounts })).toEqual([2, 1]);
  });
});

describe('what a line asks for', () => {
  const line = { needs: [], priceSource: null, reference: '', stockNo: '', certificateNos: [], giftCardLastFour: null };
  it('is nothing for most', () => expect(entriesOf(line)).toEqual([]));
  it('stays to be changed once it is entered', () => {
    const kinds = entriesOf({ ...line, needs: ['certificate'], stockNo: 'S-1' }).map(({ kind, isMade }) => [kind, isMade]);
    expect(kinds).toEqual([
      ['stockNo', true],
      ['certificate', false],
    ]);
  });
});

describe('packages that a change ends', () => {
  const before = { basketId: 'b', packages: [pack('PAIR', 1), pack('PAIR', 2), pack('SET', 3)] };
  it('are named when they apply less often', () =>
    expect(lostPackages(before, { basketId: 'b', packages: [pack('PAIR', 1)] })).toEqual(['The PAIR', 'The SET']));
  it('are none when only their numbers change', () =>
    expect(lostPackages(before, { basketId: 'b', packages: [pack('SET', 1), pack('PAIR', 2), pack('PAIR', 3)] })).toEqual([]));
  it('are none of another basket', () => expect(lostPackages(before, { basketId: 'c', packages: [] })).toEqual([]));
});
