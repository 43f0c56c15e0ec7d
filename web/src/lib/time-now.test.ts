import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteServerTime, timeNow } from './time-now';

const NOON = '2026-11-14T12:00:00Z';
const later = (seconds: number): Date => new Date(Date.parse(NOON) + seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOON) });
});
afterEach(() => {
  noteServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

describe('what time it is', () => {
  it.each([
    ['of a till that is right, however long an answer took', -15, 0],
    ['of a till that is an hour behind', 3600, 3600],
    ['of a till that is a day ahead', -86_400, -86_400],
  ])('%s', (_, differs, expected) => {
    noteServerTime(later(differs).toUTCString());
    expect(timeNow()).toEqual(later(expected));
  });
  it('goes on by itself, and is right again when the till is', () => {
    noteServerTime(later(3600).toUTCString());
    vi.advanceTimersByTime(90_000);
    expect(timeNow()).toEqual(later(3690));
    vi.setSystemTime(later(3700));
    noteServerTime(later(3700).toUTCString());
    expect(timeNow()).toEqual(later(3700));
  });
  it.each([null, '', 'yesterday'])('is the own clock’s when an answer says %j', (date) => {
    noteServerTime(date);
    expect(timeNow()).toEqual(later(0));
  });
});
