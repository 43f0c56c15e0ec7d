import type { Consent, ConsentKind, CustomerProfile } from '#/api/types';

/**
 * The version of the words beside each consent (`locale/<language>/customer.json`, `consent`), as the
 * server counts them (`feature/crm/src/rule/consent.rs`).
 */
export const CONSENT_TEXT_VERSION = '2026-11';
export const CONSENT_KINDS = ['PRIVACY_POLICY', 'EMAIL', 'PHONE', 'TEXT_MESSAGE'] as const satisfies readonly ConsentKind[];

export const NOBODY: CustomerProfile = {
  title: null,
  familyName: '',
  givenName: '',
  phoneAreaCode: null,
  phoneNo: null,
  email: null,
  generation: null,
  birthdayMonth: null,
  language: '',
  residence: null,
  country: '',
  address: '',
  postalCode: '',
  city: '',
  province: '',
  knowsUsFrom: null,
  travelRetail: false,
  likes: [],
  dislikes: [],
  interests: [],
  buyFor: [],
  followedMedia: [],
  followedSalesperson: null,
  maritalStatus: null,
  kids: null,
};

export type Edits = Partial<CustomerProfile>;
export type Answers = Partial<Record<ConsentKind, boolean>>;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '');

/** Notes what somebody typed into a field. A field that is as it was before is no edit. */
export function edit(base: CustomerProfile, edits: Edits, change: Edits): Edits {
  const next: Edits = { ...edits, ...change };
  for (const name of Object.keys(change) as (keyof CustomerProfile)[]) {
    if (isSame(next[name], base[name])) delete next[name];
  }
  return next;
}

/**
 * What somebody typed, on top of what another till has saved in the meantime. Fields that both
 * changed keep what was typed here and are named, so that nobody overwrites without knowing.
 */
export function rebase(before: CustomerProfile, now: CustomerProfile, edits: Edits): { edits: Edits; both: string[] } {
  const names = Object.keys(edits) as (keyof CustomerProfile)[];
  const both = names.filter((name) => !isSame(before[name], now[name]) && !isSame(edits[name], now[name]));
  return { edits: edit(now, {}, edits), both };
}

/** Whether a customer allows something now. */
export function isGranted(consents: readonly Consent[], kind: ConsentKind): boolean {
  return consents.some((consent) => consent.kind === kind && consent.granted);
}

/** Notes an answer. One that says what holds already is none. */
export function answer(consents: readonly Consent[], answers: Answers, kind: ConsentKind, granted: boolean): Answers {
  const next = { ...answers, [kind]: granted };
  if (isGranted(consents, kind) === granted) delete next[kind];
  return next;
}

/** The answers as the server takes them. */
export function consentRequest(answers: Answers) {
  const given = CONSENT_KINDS.filter((kind) => answers[kind] !== undefined);
  return {
    answers: given.map((kind) => ({ kind, granted: answers[kind] ?? false })),
    textVersion: given.length > 0 ? CONSENT_TEXT_VERSION : null,
  };
}

const FEWEST_DIGITS = 6;

/** Whether what was typed into a search may be a whole telephone number. */
export function isPhoneNumber(typed: string): boolean {
  return /^[\d\s+\-./()]+$/.test(typed) && typed.replaceAll(/\D/g, '').length >= FEWEST_DIGITS;
}

/** What a search tells of somebody who was not found. */
export function profileOf(typed: string): Edits {
  const text = typed.trim();
  if (text.includes('@')) return { email: text };
  if (isPhoneNumber(text)) return { phoneNo: text };
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length < 2) return text === '' ? {} : { familyName: text };
  return { givenName: words.slice(0, -1).join(' '), familyName: words.at(-1) ?? '' };
}

/** "Gold, pearls" as a list of words, and back. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,،、，;]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];
export const textOf = (words: readonly string[]): string => words.join(', ');
