import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { get } from '#/api/client';
import { noteServerTime } from '#/lib/time-now';
import { around, done } from '../test-server';
import { useToday } from './use-today';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-13T12:00:00Z') });
});
afterEach(() => {
  noteServerTime(new Date().toUTCString());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is the day that the server has, on a till whose clock is a day behind', async () => {
  const headers = { Date: 'Sat, 14 Nov 2026 12:00:00 GMT' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(done(null)), { headers })));
  await get('/payment', { notice: 'none' });
  expect(renderHook(() => useToday(), around()).result.current).toBe('2026-11-14');
});
