import { expect, it } from 'vitest';
import { warnedWords } from './warning';

it('finds words that staff look at again, whatever they are disguised as', () => {
  const words = ['ZUT', 'FLÛTE', 'ASS'];
  for (const [lines, found] of [
    [['ZUT'], ['ZUT']],
    [['zut!'], ['ZUT']],
    [['FLUTE'], ['FLÛTE']],
    [['F.L.U.T.E'], ['FLÛTE']],
    [['FLÛ', 'TE'], ['FLÛTE']],
    [['FLU73'], ['FLÛTE']],
    [['CLASS'], []],
    [['A$S'], ['ASS']],
    [['LÉA'], []],
    [[''], []],
  ] as const) {
    expect(warnedWords(lines, words), lines.join('/')).toEqual(found);
  }
  expect(warnedWords(['LÉA'], ['', '!!'])).toEqual([]);
});
