/** As long as an answer may be on its way, and a little more: a clock that differs by less is right. */
const TOLERANCE_MS = 20_000;

/** By how much the server's clock is ahead of the till's own. */
let aheadMs = 0;

/** An answer says when the server gave it: the header `Date`. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  const differs = at - Date.now();
  aheadMs = Math.abs(differs) < TOLERANCE_MS ? 0 : differs;
}

/**
 * What time it is. The till's own clock may be wrong, and days are the server's: what it calls today must be today here,
 * too.
 */
export const timeNow = (): Date => new Date(Date.now() + aheadMs);
