/** What people type for letters that do not come apart into a plain one and its mark, as the server folds them. */
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' };

/** Folds case and accents, so that "meridienne" finds "Méridienne" and "oree" finds "Orée". */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase('en')
    .replace(/[øłđħıßæœ]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Up to two initials of a name: "Inès Marchetti" is "IM". Of "№ 100601", who has none, it is the sign. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/).filter(Boolean);
  const named = parts.filter((part) => /^\p{L}/u.test(part));
  const words = named.length > 0 ? named : parts.slice(0, 1);
  const first = words[0]?.at(0) ?? '';
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : '';
  return `${first}${last}`.toLocaleUpperCase('en');
}
