/** Folds case and accents, so that "meridienne" finds "Méridienne" and "oree" finds "Orée". */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .toLocaleLowerCase('en');
}

/** Up to two initials of a name: "Inès Marchetti" is "IM". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0]?.at(0) ?? '';
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : '';
  return `${first}${last}`.toLocaleUpperCase('en');
}
