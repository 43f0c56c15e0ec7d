import { useEffect, useEffectEvent, useState } from 'react';
import { timeNow } from './time-now';

/** Calls `tick` every `ms`; `null` pauses. */
export function useInterval(tick: () => void, ms: number | null): void {
  const onTick = useEffectEvent(tick);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setInterval(() => onTick(), ms);
    return () => clearInterval(timer);
  }, [ms]);
}

/** The time, renewed on every full second. */
export function useNow(): Date {
  const [now, setNow] = useState(timeNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const step = (): void => {
      setNow(timeNow());
      timer = setTimeout(step, 1000 - (Date.now() % 1000));
    };
    timer = setTimeout(step, 1000 - (Date.now() % 1000));
    return () => clearTimeout(timer);
  }, []);
  return now;
}
