/** A field for each piece, with the numbers that are known. */
export function certificateFields(known: readonly string[], quantity: number): string[] {
  return Array.from({ length: Math.max(quantity, known.length) }, (_, index) => known[index] ?? '');
}

/** The fields after a scan: it goes to the next empty one, once. When all are filled, nothing changes. */
export function withScanned(numbers: readonly string[], code: string): string[] {
  const place = numbers.includes(code) ? -1 : numbers.findIndex((number) => number.trim() === '');
  return numbers.map((number, index) => (index === place ? code : number));
}
