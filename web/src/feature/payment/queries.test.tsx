import { useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BookedTender, Money, Payment } from '#/api/types';
import { around, BROKEN, done, serve, type Call } from '../../test-server';
import { paymentQuery, useBookTender } from './queries';

/** Longer than a call is sent again for. */
const GIVEN_UP_MS = 2000;

const euro = (minor: number): Money => ({ minor, currency: 'EUR' });
const part = { tenderCode: 'CASH', amount: euro(2000) };

function payment(...tenderIds: string[]): Payment {
  return {
    basketId: 'B1',
    due: euro(9000),
    tendered: euro(0),
    remaining: euro(9000),
    cashRemaining: euro(9000),
    rounding: euro(0),
    tenders: tenderIds.map((tenderId) => ({ tenderId })) as BookedTender[],
    attempt: null,
    quickAmounts: [],
    order: null,
    deposit: null,
    refund: null,
  };
}

const keysOf = (calls: Call[]): (string | undefined)[] => [
  ...new Set(calls.filter(({ path }) => path === '/payment/tender').map(({ key }) => key)),
];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('books a part once however often it is pressed without an answer, and anew once it is seen', async () => {
  let shown = payment();
  const calls = serve({ 'GET /payment': () => done(shown), 'POST /payment/tender': () => BROKEN });
  const { result } = renderHook(() => ({ book: useBookTender('B1'), payment: useQuery(paymentQuery('B1')) }), around());
  const press = async (): Promise<void> => {
    const pressed = result.current.book.mutateAsync(part).catch(() => undefined);
    await act(() => vi.advanceTimersByTimeAsync(GIVEN_UP_MS));
    await act(() => pressed);
  };
  await waitFor(() => expect(result.current.payment.data).toEqual(payment()));
  await press();
  // It was read that nothing is booked: the same press still means the same part.
  await press();
  expect(keysOf(calls)).toHaveLength(1);
  shown = payment('T1');
  await act(() => result.current.payment.refetch());
  await press();
  expect(keysOf(calls)).toHaveLength(2);
});
