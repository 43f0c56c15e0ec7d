import { useState } from 'react';
import { isoDay } from '#/lib/date';
import { useInterval } from '#/lib/use-interval';
import { useTimeZone } from './use-time-zone';

const LOOK_MS = 30_000;

/** The calendar day in the store, also after a midnight with the page open. */
export function useToday(): string {
  const timeZone = useTimeZone();
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), LOOK_MS);
  return isoDay(now, timeZone);
}
