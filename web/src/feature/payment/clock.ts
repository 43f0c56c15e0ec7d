import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/** The server's time and the moment, on this machine's steady clock, at which it was read. */
export interface ClockReading {
  serverTime: string;
  readAt: number;
}

/** A clock that nobody sets: the till's own time may be wrong or be corrected while we count. */
export const steadyNow = (): number => performance.now();

/** What the server's clock shows now, in milliseconds. */
export function serverNow(reading: ClockReading, at: number): number {
  return Date.parse(reading.serverTime) + Math.max(0, at - reading.readAt);
}

/** Whole seconds until an instant, never below 0; `null` when there is no such instant. */
export function secondsUntil(instant: string | null, now: number): number | null {
  return instant === null ? null : Math.max(0, Math.ceil((Date.parse(instant) - now) / SECOND_MS));
}

/** Whole seconds since an instant, never below 0. */
export function secondsSince(instant: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(instant)) / SECOND_MS));
}

/** How much of the time between two instants is left: 1 at the start, 0 at the end. */
export function fractionLeft(start: string, end: string, now: number): number {
  const whole = Date.parse(end) - Date.parse(start);
  if (whole <= 0) return 0;
  return Math.min(1, Math.max(0, (Date.parse(end) - now) / whole));
}

/** `1:42` */
export function formatCountdown(seconds: number): string {
  const minutes = Math.trunc(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The server's time, renewed on each of its full seconds. */
export function useServerNow(reading: ClockReading): number {
  const [at, setAt] = useState(steadyNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const plan = (): void => {
      const past = serverNow(reading, steadyNow()) % SECOND_MS;
      timer = setTimeout(() => {
        setAt(steadyNow());
        plan();
      }, SECOND_MS - past + 1);
    };
    plan();
    return () => clearTimeout(timer);
  }, [reading]);
  return serverNow(reading, Math.max(at, reading.readAt));
}
