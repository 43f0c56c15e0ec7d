/** A text in the address of a page; what is all digits comes as a number. */
export function writtenText(value: unknown): string | undefined {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && written !== '' ? written : undefined;
}

/** What is said of a page's address, without what is not. */
export function whatIsSaid<T extends object>(entries: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as T;
}

/** What changes in the address of a page; what is `undefined` leaves it. */
export type SearchChange<T> = { [K in keyof T]?: T[K] | undefined };
