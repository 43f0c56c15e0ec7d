import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { basketShown } from '#/api/expected-basket';
import { installScanListener, useScanTarget } from '#/lib/scan';
import { basket, line } from '../../../test-basket';
import { around } from '../../../test-server';
import { BasketLine } from './BasketLine';

const actions = (['increase', 'decrease', 'remove'] as const).map((name) => ({ name, refusal: null }));
const [shown] = basketShown(basket({ lines: [line('L1', { actions })] }), []).lines;
const onScan = vi.fn();
const handlers = {
  onSelect: vi.fn(),
  onQuantity: vi.fn(),
  onRemove: vi.fn(),
  onDeposit: vi.fn(),
  onSize: vi.fn(),
  onNote: vi.fn(),
  onDeal: vi.fn(),
  onRefused: vi.fn(),
};
let uninstall: () => void;
let at = 0;

function Page() {
  useScanTarget({ onScan, refusal: null });
  return <ul>{shown && <BasketLine line={shown} isSelected={false} isFlashing={false} error={null} tabIndex={0} {...handlers} />}</ul>;
}

function press(key: string, gapMs: number): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: (at += gapMs) });
  fireEvent(screen.getAllByRole('button')[0] as HTMLElement, event);
  vi.advanceTimersByTime(gapMs);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', vi.fn(() => new Promise(() => undefined)));
  uninstall = installScanListener();
  at += 10_000;
  render(<Page />, around());
});
afterEach(() => {
  uninstall();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('takes no step for the characters of a code that is scanned while it has the focus', () => {
  for (const key of ['+', 'R', 'G', '-', '2', '0', '0', '1', '-', 'Enter']) press(key, 8);
  vi.advanceTimersByTime(1000);
  expect(onScan).toHaveBeenCalledExactlyOnceWith('+RG-2001-');
  expect(handlers.onRemove).not.toHaveBeenCalled();
  expect(handlers.onQuantity).not.toHaveBeenCalled();
});

it('takes a step for each key that a person presses', () => {
  press('+', 80);
  press('-', 80);
  vi.advanceTimersByTime(1000);
  expect(handlers.onQuantity).toHaveBeenCalledExactlyOnceWith(shown, 2);
  expect(handlers.onRemove).toHaveBeenCalledExactlyOnceWith(shown);
});
