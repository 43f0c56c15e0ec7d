import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attempt } from '#/api/types';
import { formatInteger } from '#/lib/money';
import error from '../../../locale/en/error.json';
import payment from '../../../locale/en/payment.json';
import ui from '../../../locale/en/ui.json';
import { AttemptPane } from './AttemptPane';
import { reading } from './queries';

const START = Date.parse('2026-11-14T15:42:31Z');
const at = (second: number): string => new Date(START + second * 1000).toISOString();

const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  attemptId: 'A1',
  kind: 'PAYMENT',
  channel: 'TERMINAL',
  qr: null,
  tenderCode: 'CARD',
  amount: { minor: 54_060, currency: 'EUR' },
  state: 'WAITING',
  step: 'PRESENT_CARD',
  steps: [
    { step: 'SENT', at: at(0) },
    { step: 'PRESENT_CARD', at: at(1) },
  ],
  createdAt: at(0),
  sentAt: at(0),
  cancellableAt: at(30),
  endsAt: at(120),
  serverTime: at(18),
  finalAt: null,
  approvedAmount: null,
  brand: null,
  last4: null,
  approvalCode: null,
  outcome: null,
  choices: ['wait'],
  terminalName: 'Till 2',
  order: null,
  deposit: null,
  ...change,
});

function show(shown: Attempt): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AttemptPane reading={reading(shown)} isSilent={false} />
    </QueryClientProvider>,
  );
}

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { payment, ui, error } }, interpolation: { escapeValue: false } });
  i18next.services.formatter?.add('number', (value: number) => formatInteger(value));
});
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', vi.fn(() => new Promise(() => undefined)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('waiting for the card', () => {
  it('counts down on the clock of the server, once a second', () => {
    show(attempt());
    expect(screen.getByRole('timer').textContent).toContain('1:42');
    act(() => vi.advanceTimersByTime(3100));
    expect(screen.getByRole('timer').textContent).toContain('1:39');
  });
  it('keeps cancel locked until the server allows it, and then asks the server', async () => {
    show(attempt());
    const cancel = screen.getByRole('button', { name: /Cancel payment/ });
    expect(cancel.textContent).toContain('in 12 s');
    fireEvent.click(cancel);
    expect(fetch).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(12_100));
    expect(cancel.getAttribute('aria-disabled')).toBeNull();
    fireEvent.click(cancel);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(vi.mocked(fetch).mock.calls[0]?.[0]).toBe('/api/v1/payment/attempt/A1/cancel');
  });
  it('shows one step as the present one', () => {
    show(attempt({ steps: [...attempt().steps, { step: 'BANK_CONFIRMS', at: at(15) }], step: 'BANK_CONFIRMS' }));
    const now = screen.getAllByRole('listitem').filter((step) => step.getAttribute('aria-current') === 'step');
    expect(now.map((step) => step.textContent)).toEqual(['Bank confirms3 s']);
  });
  it('names the cancellation as the specification does', () => {
    show(attempt({ state: 'CANCELLING', outcome: { key: 'payment.cancellation_received', params: {}, field: null } }));
    expect(screen.getByRole('heading').textContent).toBe('Cash register cancellation message received, confirm');
  });
  it('says aloud what matters and not each second', () => {
    show(attempt({ serverTime: at(89.5) }));
    const region = screen.getAllByRole('status').at(-1);
    expect(region?.textContent).toBe('Waiting for the card, €540.60.');
    act(() => vi.advanceTimersByTime(1100));
    expect(region?.textContent).toBe('30 seconds left, then the terminal is asked.');
    act(() => vi.advanceTimersByTime(5000));
    expect(region?.textContent).toBe('30 seconds left, then the terminal is asked.');
  });
});
