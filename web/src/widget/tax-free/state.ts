import type { TaxFreeForm } from '#/api/types';
import type { Tone } from '#/ui/Tag';

/** Colours for what is not normal: a form that the traveller has needs none. */
export const STATE_TONE: Readonly<Partial<Record<TaxFreeForm['state'], Tone>>> = {
  ISSUING: 'sapphire',
  VOIDING: 'sapphire',
  FAILED: 'garnet',
  VOIDED: 'citrine',
  VALIDATED: 'emerald',
  REFUNDED: 'emerald',
  EXPIRED: 'garnet',
};

/** Countries by name in a language, those that stand first before the others. */
export function countryOptions(codes: readonly string[], preferred: readonly string[], language: string): { first: Named[]; rest: Named[] } {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator(language);
  const named = (code: string): Named => ({ code, name: names.of(code) ?? code });
  const first = preferred.filter((code) => codes.includes(code)).map(named);
  const rest = codes.filter((code) => !preferred.includes(code)).map(named);
  return { first, rest: rest.toSorted((a, b) => compare(a.name, b.name)) };
}

export interface Named {
  code: string;
  name: string;
}
