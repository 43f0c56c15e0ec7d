import { fold } from '#/lib/text';

/** Signs that stand for letters where somebody means to be read but not found. */
const STAND_INS: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
/** Shorter words are only looked for on their own: they stand in too many others. */
const INNER_LENGTH_MIN = 4;

const unmasked = (text: string): string => text.replace(/[013457@$!]/g, (sign) => STAND_INS[sign] ?? sign);
const letters = (text: string): string => text.replace(/[^\p{L}]/gu, '');

/** The words of the list that an engraving holds: staff look at them again, nothing is refused. */
export function warnedWords(lines: readonly string[], words: readonly string[]): string[] {
  // As it stands, where signs part words, and with signs read as letters.
  const readings = [lines.map(fold), lines.map((line) => unmasked(fold(line)))];
  const own = new Set(readings.flat().flatMap((line) => line.split(/[^\p{L}]+/u)));
  const whole = readings.map((reading) => letters(reading.join('')));
  return words.filter((word) => {
    const wanted = letters(fold(word));
    if (wanted === '') return false;
    return own.has(wanted) || (wanted.length >= INNER_LENGTH_MIN && whole.some((text) => text.includes(wanted)));
  });
}
