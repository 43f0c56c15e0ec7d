import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '#/api/queries';
import { businessDate, isoDay } from '#/lib/date';
import { timeNow } from '#/lib/time-now';
import { useInterval } from '#/lib/use-interval';
import { useTimeZone } from './use-time-zone';

const LOOK_MS = 30_000;

/** What time it is, also with the page open for hours. */
function useNow(): Date {
  const [now, setNow] = useState(timeNow);
  useInterval(() => setNow(timeNow()), LOOK_MS);
  return now;
}

/** The calendar day in the store. */
export function useToday(): string {
  return isoDay(useNow(), useTimeZone());
}

/** The day on which the store books what it sells now; after midnight that is the day before for a while. */
export function useBusinessDate(): string {
  const end = useQuery({ ...sessionQuery, enabled: false }).data?.store.endOfBusinessDay ?? 0;
  return businessDate(useNow(), useTimeZone(), end);
}
