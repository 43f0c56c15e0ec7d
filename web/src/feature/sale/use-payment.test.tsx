import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { basketShown } from '#/api/expected-basket';
import type { ScanAnswer } from '#/api/types';
import { basket, tile } from '../../test-basket';
import { around, done, later, refused, serve } from '../../test-server';
import { useScan } from './queries';
import { usePayment } from './use-payment';

vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => () => undefined }));

const answer = (change: Partial<ScanAnswer> = {}): object =>
  done({ basket: basket(), lineId: null, choice: null, isGiftCard: false, ...change } satisfies ScanAnswer);

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  { what: 'waits for the piece and opens', reply: answer({ lineId: 'L1' }), isOpened: true },
  { what: 'leaves the question about a size alone', reply: answer({ choice: tile('RINGS') }), isOpened: false },
  { what: 'leaves the question about a gift card alone', reply: answer({ isGiftCard: true }), isOpened: false },
  { what: 'leaves the refusal of a code alone that nobody expected', reply: refused('catalog.code_not_found'), isOpened: false },
])('payment that is asked for right after a scan $what', async ({ reply, isOpened }) => {
  const { promise, come } = later();
  serve({ 'GET /basket': () => done(basket()), 'POST /basket/scan': () => promise });
  const shown = basketShown(basket(), []);
  const setPayOpen = vi.fn();
  const { result } = renderHook(() => ({ scan: useScan(), payment: usePayment(shown, setPayOpen) }), around());
  act(() => result.current.scan.mutate({ code: '3700218', sellBelowStock: false, expected: null }));
  await waitFor(() => expect(result.current.scan.isPending).toBe(true));
  act(() => result.current.payment.open());
  expect(setPayOpen).not.toHaveBeenCalled();
  await act(async () => come(reply));
  await waitFor(() => expect(result.current.scan.isPending).toBe(false));
  // What follows the answer has followed by then.
  await act(() => new Promise((follow) => setTimeout(follow, 20)));
  expect(setPayOpen).toHaveBeenCalledTimes(isOpened ? 1 : 0);
});
