import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { basketShown } from '#/api/expected-basket';
import { basket, line } from '../../../test-basket';
import { around, done, serve } from '../../../test-server';
import { useLineActions } from './use-line-actions';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('offers the way back of each line, however soon the next was removed', async () => {
  serve({
    'DELETE /basket/line/L1': () => done(basket({ version: 2, lines: [line('L2')] })),
    'DELETE /basket/line/L2': () => done(basket({ version: 3, lines: [] })),
    'POST /basket/line': () => done(basket({ version: 4 })),
  });
  const shown = basketShown(basket({ lines: [line('L1'), line('L2')] }), []);
  const { result } = renderHook(() => useLineActions(shown), around());
  act(() => shown.lines.forEach((one) => result.current.remove(one)));
  const undoable = (): string[] => result.current.undoables.map((one) => one.line.lineId);
  await waitFor(() => expect(undoable()).toEqual(['L1', 'L2']));
  const [first] = result.current.undoables;
  act(() => first && result.current.undo(first));
  expect(undoable()).toEqual(['L2']);
});
