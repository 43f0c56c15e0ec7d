import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Payment } from '#/api/types';
import { basket, euro } from '../../test-basket';
import { around, BROKEN, done, refused, serve } from '../../test-server';
import { useBookTender } from './queries';
import { usePaymentFlow } from './use-payment-flow';

/** Longer than a call is sent again for, and than it takes to look again. */
const A_WHILE_MS = 8000;

const payment: Payment = {
  basketId: 'B1',
  due: euro(4500),
  tendered: euro(0),
  remaining: euro(4500),
  cashRemaining: euro(4500),
  rounding: euro(0),
  tenders: [],
  attempt: null,
  quickAmounts: [],
  order: null,
  deposit: null,
  refund: null,
};
const order = { orderId: 'O1', orderNo: 1, receiptNo: 'R-1', total: euro(4500), rounding: euro(0), change: euro(500) };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Takes cash of which the answer is lost, with a line that stays broken; it comes back when the payment is gone. */
async function lostCash(again: object) {
  let isDown = false;
  let isGone = false;
  const calls = serve({
    'GET /payment': () => (isDown ? BROKEN : done(isGone ? null : payment)),
    'POST /payment/tender': () => (isGone && !isDown ? again : BROKEN),
  });
  const onClose = vi.fn();
  const paying = basket({ state: 'PAYING' });
  const { result } = renderHook(() => ({ flow: usePaymentFlow(paying, onClose), book: useBookTender('B1') }), around());
  await waitFor(() => expect(result.current.flow.payment).toEqual(payment));
  isDown = true;
  isGone = true;
  act(() => result.current.book.mutate({ tenderCode: 'CASH', amount: euro(5000) }));
  await act(() => vi.advanceTimersByTimeAsync(A_WHILE_MS));
  await waitFor(() => expect(result.current.book.isError).toBe(true));
  isDown = false;
  await act(() => vi.advanceTimersByTimeAsync(A_WHILE_MS));
  const keys = new Set(calls.filter(({ path }) => path === '/payment/tender').map(({ key }) => key));
  return { result, onClose, keys };
}

it('shows the order and the change of cash whose answer was lost', async () => {
  const { result, onClose, keys } = await lostCash(done({ ...payment, order }));
  await waitFor(() => expect(result.current.flow.order).toEqual(order));
  expect(onClose).not.toHaveBeenCalled();
  expect(keys.size).toBe(1);
});

it('is put away when it was another window that left the payment', async () => {
  const { result, onClose } = await lostCash(refused('payment.not_started'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(result.current.flow.order).toBeNull();
});
