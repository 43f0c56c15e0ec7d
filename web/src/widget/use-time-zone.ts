import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '#/api/queries';

/** The time zone of the store; the machine's own until the session is known. */
export function useTimeZone(): string | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data?.store.timeZone;
}
