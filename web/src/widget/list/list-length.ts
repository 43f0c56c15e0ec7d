/** How many rows a list has. */
export interface ListLength {
  rows: number;
  /** Whether that is all of them, and not only what is known so far. */
  isKnown: boolean;
}

/**
 * The length of a list of which `loaded` rows are here. While more are there and nobody has counted
 * them, one row more stands for what follows: coming near it loads the next page.
 */
export function listLength(loaded: number, hasMore: boolean, counted: number | undefined): ListLength {
  // What was counted a moment later may be more than a list that is loaded to its end.
  if (!hasMore) return { rows: loaded, isKnown: true };
  return { rows: Math.max(counted ?? 0, loaded + 1), isKnown: counted !== undefined };
}

/** How many rows stand before the one that was first; all, when it is not among them. */
export function rowsBefore(rows: readonly string[], first: string | undefined): number {
  const index = rows.findIndex((row) => row === first);
  return index < 0 ? rows.length : index;
}
