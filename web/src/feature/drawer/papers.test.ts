import { describe, expect, it } from 'vitest';
import { papersAtOnce, papersOf } from './papers';

describe('the papers of an entry', () => {
  it.each([
    ['FLOAT', null, ['slip'], ['slip']],
    ['FLOAT', '0191', [], []],
    ['CASH_IN', null, ['slip'], []],
    ['CASH_OUT', null, ['slip'], ['slip']],
    ['SAFE_DROP', null, ['slip'], ['slip']],
    ['BANK_BAG', null, ['slip', 'bag'], ['slip', 'bag']],
    ['NO_SALE', null, [], []],
  ] as const)('%s corrects %s', (entryType, corrects, papers, atOnce) => {
    expect(papersOf({ entryType, corrects })).toEqual(papers);
    expect(papersAtOnce({ entryType, corrects })).toEqual(atOnce);
  });
});
