import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '#/api/queries';
import type { StoreSetting } from '#/api/types';

/** The store in which somebody works: what is new is for it, and tried in it, unless they choose another. */
export function useHome(): StoreSetting | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data?.store;
}
