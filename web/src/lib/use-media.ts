import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Up to 743 px: bottom tabs, basket as a sheet. */
export const useIsPhone = (): boolean => useMedia('(width < 744px)');
/** Up to 999 px: a list and its pane do not stand side by side. */
export const useIsNarrow = (): boolean => useMedia('(width < 1000px)');
/** From 1280 px: the full till. */
export const useIsTill = (): boolean => useMedia('(width >= 1280px)');
