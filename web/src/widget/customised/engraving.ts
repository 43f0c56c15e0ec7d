/**
 * What can be engraved, as far as the till shows it while somebody types. The server decides; both are
 * held against the same table.
 */
import type { Refusal } from '#/api/types';

export const HEART = '!';
const SYMBOLS = "'/-#$%&@.,+*?";
/** A letter A to Z with the marks that the engraver has. */
const LETTER = /^[A-Z][\u0300\u0301\u0302\u0303\u0308\u030A\u0327\u030C]*$/u;
const HEARTS = /^[♥❤♡❣💗💕💖]$/u;

export interface Engraving {
  /** The text as it is engraved, also where it is too long. */
  text: string;
  /** Why it cannot be engraved like that. */
  refusal: Refusal | null;
}

function capital(character: string): string {
  const upper = character.toUpperCase();
  return [...upper].length === 1 ? upper : character;
}

function isEngravable(character: string): boolean {
  return /^[0-9]$/.test(character) || SYMBOLS.includes(character) || character === HEART || LETTER.test(character.normalize('NFD'));
}

function refusalOf(character: string): Refusal {
  if (character === ' ' || character === '\u00A0') return { key: 'customised.space_refused' };
  if (HEARTS.test(character)) return { key: 'customised.heart_refused', params: { character } };
  return { key: 'customised.character_refused', params: { character } };
}

/** A text as it is engraved, and what stands against it. A message has spaces; a text has none. */
export function engrave(typed: string, maximum: number, hasSpaces = false): Engraving {
  const characters = [...(hasSpaces ? typed.trim() : typed).normalize('NFC')].map(capital);
  const text = characters.join('');
  const refused = characters.find((character) => !(hasSpaces && character === ' ') && !isEngravable(character));
  if (refused !== undefined) return { text, refusal: refusalOf(refused) };
  const count = characters.length;
  return { text, refusal: count > maximum ? { key: 'customised.text_too_long', params: { count, maximum } } : null };
}

/** How many characters a text engraves. */
export const countOf = (typed: string): number => [...typed.normalize('NFC')].length;
