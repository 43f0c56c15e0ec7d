import { queryOptions } from '@tanstack/react-query';
import { get } from '#/api/client';

/** A piece to look at: what was scanned or typed, and the size when it was chosen. */
export interface Wanted {
  code: string;
  sizeCode: string | null;
}

export const priceCheckQuery = (wanted: Wanted | null) =>
  queryOptions({
    queryKey: ['priceCheck', wanted?.code, wanted?.sizeCode],
    queryFn: ({ signal }) => {
      const { code = '', sizeCode = null } = wanted ?? {};
      return get('/price-check', { query: { code, ...(sizeCode === null ? {} : { sizeCode }) }, signal, notice: 'none' });
    },
    // Stock and boards move: each look asks anew.
    staleTime: 0,
    retry: false,
  });
