import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { basket, euro } from '../../test-basket';
import { around } from '../../test-server';
import { CompletedDialog } from './CompletedDialog';

vi.mock('#/widget/receipt/ReceiptDialog', () => ({ ReceiptDialog: ({ intro }: { intro: ReactNode }) => intro }));
vi.mock('#/widget/tax-free/TaxFreeEntry', () => ({ TaxFreeEntry: () => null }));

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  { change: 1250, shown: 1 },
  { change: 0, shown: 0 },
])('says the change of $change at once, before the order was read', ({ change, shown }) => {
  vi.stubGlobal('fetch', vi.fn(() => new Promise(() => undefined)));
  const order = { orderId: 'O1', orderNo: 1, receiptNo: 'R-1', total: euro(4500), rounding: euro(0), change: euro(change) };
  render(<CompletedDialog order={order} basket={basket()} attempt={null} onDone={() => undefined} />, around());
  expect(screen.queryAllByText(/12\.50/)).toHaveLength(shown);
});
