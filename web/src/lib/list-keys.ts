const PAGE_ROWS = 8;

/** Where a key leads in a list of `total` rows; `null` for other keys. */
export function nextRow(key: string, from: number, total: number): number | null {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS };
  if (total === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return total - 1;
  const step = steps[key];
  return step === undefined ? null : Math.min(total - 1, Math.max(0, from + step));
}
