import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { around, BROKEN, done, serve } from '../../test-server';
import { useEnter, useEntries } from './queries';

/** Longer than a call is sent again for. */
const GIVEN_UP_MS = 2000;

const said = { amount: { minor: 5000, currency: 'EUR' }, reason: 'Coins from the bank', bagNo: '' } as const;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('enters once however often it is pressed in a dialog, and anew once the list was read', async () => {
  let isReadable = false;
  const list = done({ page: { items: [], nextCursor: null } });
  const calls = serve({
    'GET /drawer/entry': () => (isReadable ? list : BROKEN),
    'POST /drawer/cash-in': () => BROKEN,
  });
  const room = around();
  const keys = (): number => new Set(calls.filter(({ method }) => method === 'POST').map(({ key }) => key)).size;
  const read = renderHook(() => useEntries({}).status, room).result;
  await act(() => vi.advanceTimersByTimeAsync(GIVEN_UP_MS));
  await waitFor(() => expect(read.current).toBe('error'));
  const dialog = () => renderHook(() => useEnter('CASH_IN', () => undefined), room).result;
  const press = async (enter: ReturnType<typeof dialog>): Promise<void> => {
    const pressed = enter.current(said, null).catch(() => undefined);
    await act(() => vi.advanceTimersByTimeAsync(GIVEN_UP_MS));
    await act(() => pressed);
  };
  const first = dialog();
  await press(first);
  // Nobody could read whether it was entered.
  await press(dialog());
  expect(keys()).toBe(1);
  isReadable = true;
  await press(first);
  await waitFor(() => expect(read.current).toBe('success'));
  expect(keys()).toBe(1);
  await press(dialog());
  expect(keys()).toBe(2);
});
