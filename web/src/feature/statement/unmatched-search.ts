import { whatIsSaid, writtenText } from '#/lib/page-search';

/** The address of the page as state. */
export interface UnmatchedSearch {
  /** What is opened, by its place in the list. */
  entry?: string;
}

export function readUnmatchedSearch(raw: Record<string, unknown>): UnmatchedSearch {
  return whatIsSaid<UnmatchedSearch>({ entry: writtenText(raw['entry']) });
}
