import { describe, expect, it } from 'vitest';
import { countOf, engrave } from './engraving';

/** The table of the server's rule (`feature/customised/src/rule/engraving.rs`). */
const TABLE: [typed: string, expected: string][] = [
  ['LÉA', 'OK LÉA'],
  ['léa', 'OK LÉA'],
  ['LOVE!', 'OK LOVE!'],
  ['12/07', 'OK 12/07'],
  ['A&B!', 'OK A&B!'],
  ['ÉLÉONORE', 'TOO_LONG'],
  ['ZOË+MAX', 'OK ZOË+MAX'],
  ['ZOË+MAXI', 'TOO_LONG'],
  ['MAMAN 1', 'BAD_CHAR  '],
  ['ŒUVRE', 'BAD_CHAR Œ'],
  ['ß', 'BAD_CHAR ß'],
  ['小明', 'BAD_CHAR 小'],
  ['A_B', 'BAD_CHAR _'],
  ['!!!!!!!', 'OK !!!!!!!'],
  ['Ç', 'OK Ç'],
  ['e\u0301va', 'OK ÉVA'],
  ['❤', 'BAD_CHAR ❤'],
  ['ÑANDÚ', 'OK ÑANDÚ'],
  ['Š100', 'OK Š100'],
  ['ØRE', 'BAD_CHAR Ø'],
];

function verdict(typed: string): string {
  const { text, refusal } = engrave(typed, 7);
  if (refusal === null) return `OK ${text}`;
  if (refusal.key === 'customised.text_too_long') return 'TOO_LONG';
  return `BAD_CHAR ${refusal.key === 'customised.space_refused' ? ' ' : String(refusal.params?.['character'])}`;
}

describe('engraving', () => {
  it.each(TABLE)('%s is judged as the server does', (typed, expected) => expect(verdict(typed)).toBe(expected));

  it('takes spaces within the lines of a message and drops those around', () => {
    expect(engrave(' à toi ', 7, true)).toEqual({ text: 'À TOI', refusal: null });
    expect(engrave('à toi', 7).refusal?.key).toBe('customised.space_refused');
  });

  it('counts what is engraved, not what is typed', () => expect(countOf('e\u0301!')).toBe(2));
});
