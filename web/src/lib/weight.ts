/** A weight in milligrams as grams with three decimals: `12.350 g`. */
export function formatWeight(milligrams: number): string {
  const grams = Math.trunc(milligrams / 1000);
  const rest = String(Math.abs(milligrams % 1000)).padStart(3, '0');
  return `${grams}.${rest} g`;
}
