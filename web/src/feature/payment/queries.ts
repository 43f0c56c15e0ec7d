import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { del, get, post } from '#/api/client';
import { useServerEvent } from '#/api/events';
import { forgetLost } from '#/api/intent';
import type { Attempt, AttemptState, Money, Payment, QrDirection, ServerEvents } from '#/api/types';
import { steadyNow } from './clock';
import { askAgain, asked, forgetUnanswered } from './unanswered';

const POLL_MS = 1000;
/** A payment that is over may still turn: a late success is told within this time. */
const OVER_POLL_MS = 5000;

export const paymentKey = (basketId: string) => ['payment', basketId] as const;

/** It was seen what became of all that was asked of a payment. */
function noteSeen(basketId: string): void {
  forgetLost('/payment');
  forgetUnanswered(basketId);
}

/** What of a payment tells that something was done. */
const marksOf = (payment: Payment | null | undefined): string =>
  JSON.stringify([payment?.tenders.map(({ tenderId }) => tenderId), payment?.attempt?.attemptId]);

/** The payment of this till's basket; `null` when none is under way (any more). */
export const paymentQuery = (basketId: string) =>
  queryOptions({
    queryKey: paymentKey(basketId),
    queryFn: async ({ client, signal }) => {
      const payment = await get('/payment', { signal, notice: 'none' });
      const known = client.getQueryData<Payment | null>(paymentKey(basketId));
      // What was asked has been done, as everybody sees: the same once more is meant so.
      if (payment && marksOf(payment) !== marksOf(known)) noteSeen(basketId);
      return payment;
    },
    staleTime: 0,
    gcTime: 0,
  });

/** How the payment stands after a change. */
export function keepPayment(client: QueryClient, basketId: string, payment: Payment): void {
  noteSeen(basketId);
  client.setQueryData(paymentKey(basketId), payment);
}

/** An attempt, with the moment at which it was read: its countdowns run on the server's clock. */
export interface AttemptReading {
  attempt: Attempt;
  readAt: number;
}

const attemptKey = (attemptId: string) => ['payment-attempt', attemptId] as const;

export const reading = (attempt: Attempt): AttemptReading => ({ attempt, readAt: steadyNow() });

export function keepAttempt(client: QueryClient, attempt: Attempt): void {
  client.setQueryData(attemptKey(attempt.attemptId), reading(attempt));
}

/** States in which the terminal or the server still works on it. */
export const WORKING: ReadonlySet<AttemptState> = new Set(['CREATED', 'WAITING', 'CANCELLING', 'INQUIRY', 'REVERSING']);
/** States that wait for a person. */
const WAITS_FOR_PERSON: ReadonlySet<AttemptState> = new Set(['MISMATCH', 'UNKNOWN', 'LATE_SUCCESS']);

/** Whether anything may still happen to the money by itself or by a decision. */
export const isAlive = (state: AttemptState): boolean => WORKING.has(state) || WAITS_FOR_PERSON.has(state);

const pollAfter = (attempt: Attempt | undefined): number =>
  !attempt || isAlive(attempt.state) ? POLL_MS : OVER_POLL_MS;

/** Follows one attempt: each second while it is alive, and whenever the server says something. */
export function useAttempt(attemptId: string | null) {
  return useQuery({
    queryKey: attemptKey(attemptId ?? ''),
    queryFn: async ({ signal }) =>
      reading(await get('/payment/attempt/{attemptId}', { path: { attemptId: attemptId ?? '' }, signal, notice: 'none' })),
    enabled: attemptId !== null,
    staleTime: POLL_MS,
    gcTime: 0,
    retry: false,
    refetchInterval: (query) => pollAfter(query.state.data?.attempt),
    refetchIntervalInBackground: true,
  });
}

/** Reads again what an event is about, whoever caused it: this window, another one, or the terminal. */
export function usePaymentEvents(basketId: string): void {
  const client = useQueryClient();
  const onPayment = useCallback(
    ({ attemptId }: ServerEvents['payment']) => {
      void client.invalidateQueries({ queryKey: attemptKey(attemptId) });
      void client.invalidateQueries({ queryKey: paymentKey(basketId) });
    },
    [client, basketId],
  );
  useServerEvent('payment', onPayment);
}

interface TenderAmount {
  tenderCode: string;
  amount: Money;
  /** What opens a wallet; the number of a voucher or a slip. */
  reference?: string;
  /** The bank on a cheque. */
  bank?: string;
  /** Who was identified, by which document. */
  identity?: string;
  /** Of foreign cash: the rate that was shown. */
  rate?: number;
}

interface AttemptStart extends TenderAmount {
  /** Who scans whom, for a payment by code. */
  direction?: QrDirection;
  /** What the shop scanned. */
  paymentCode?: string;
}

/** Every change of the payment by this window. */
export const MUTATION_KEY = ['payment'];

/** What is booked at once: cash, a voucher, a slip, something from a wallet. */
export const bookTender = (basketId: string, body: TenderAmount & { clearsRest?: boolean }): Promise<Payment> =>
  asked(basketId, {
    name: `tender ${JSON.stringify(body)}`,
    send: () => post('/payment/tender', { body, about: basketId, notice: 'none' }),
    outcomeOf: (payment) => ({ payment, attempt: null }),
  });

export function useBookTender(basketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (body: TenderAmount) => bookTender(basketId, body),
    onSuccess: (payment) => keepPayment(client, basketId, payment),
    // No answer does not mean no booking: look before anything is pressed again.
    onError: () => client.invalidateQueries({ queryKey: paymentKey(basketId) }),
  });
}

export function useStartAttempt(basketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (body: AttemptStart) =>
      asked(basketId, {
        name: `attempt ${JSON.stringify(body)}`,
        send: () => post('/payment/attempt', { body, about: basketId, notice: 'none' }),
        outcomeOf: (attempt) => ({ payment: null, attempt }),
      }),
    onSuccess: (attempt) => keepAttempt(client, attempt),
    onError: () => client.invalidateQueries({ queryKey: paymentKey(basketId) }),
  });
}

/** Removing cash answers with the payment; removing a card starts a reversal at the terminal. */
export function useRemoveTender(basketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (tenderId: string) => del('/payment/tender/{tenderId}', { path: { tenderId }, about: basketId, notice: 'money' }),
    onSuccess: (answer) => {
      if ('attemptId' in answer) keepAttempt(client, answer);
      else keepPayment(client, basketId, answer);
    },
    onError: () => client.invalidateQueries({ queryKey: paymentKey(basketId) }),
  });
}

/** A part of a payment below zero that goes back. */
export interface GivenBack {
  originTenderId: string;
  amount: Money;
  /** Paid out in cash although it came from something else. */
  inCash?: boolean;
  /** The new gift card, or the number of what is paid out by hand. */
  reference?: string;
  approvalId?: string;
}

/** Gives the next part back: booked at once, or by an attempt. */
export function useGiveBack(basketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (body: GivenBack) =>
      asked(basketId, {
        name: `refund ${JSON.stringify(body)}`,
        send: () => post('/payment/refund', { body, about: basketId, notice: 'none' }),
        outcomeOf: ({ payment, attempt }) => ({ payment, attempt }),
      }),
    onSuccess: ({ payment, attempt }) => {
      if (payment) keepPayment(client, basketId, payment);
      if (attempt) keepAttempt(client, attempt);
    },
    onError: () => client.invalidateQueries({ queryKey: paymentKey(basketId) }),
  });
}

/** Asks again for what was not answered: the first answer holds what the payment became. */
export function useAskAgain(basketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: () => askAgain(basketId),
    onSuccess: (outcome) => {
      if (outcome?.payment) keepPayment(client, basketId, outcome.payment);
      if (outcome?.attempt) keepAttempt(client, outcome.attempt);
    },
    onError: () => client.invalidateQueries({ queryKey: paymentKey(basketId) }),
  });
}

export interface Decision {
  decision: 'acceptPart' | 'reverse' | 'paid' | 'notPaid';
  slipNo?: string;
}

export function useDecide(attemptId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (body: Decision) => post('/payment/attempt/{attemptId}/decide', { path: { attemptId }, body, notice: 'none' }),
    onSuccess: (attempt) => keepAttempt(client, attempt),
    onError: () => client.invalidateQueries({ queryKey: attemptKey(attemptId) }),
  });
}

export function useCancelAttempt(attemptId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: () => post('/payment/attempt/{attemptId}/cancel', { path: { attemptId }, body: {}, notice: 'none' }),
    onSuccess: (attempt) => keepAttempt(client, attempt),
    onError: () => client.invalidateQueries({ queryKey: attemptKey(attemptId) }),
  });
}

/** "The payment was not successful, continue?" answered with yes. */
export function useContinueAttempt(attemptId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: () => post('/payment/attempt/{attemptId}/continue', { path: { attemptId }, body: {}, notice: 'none' }),
    onSuccess: (attempt) => keepAttempt(client, attempt),
    onError: () => client.invalidateQueries({ queryKey: attemptKey(attemptId) }),
  });
}

/** Writes to the support that a code cannot be shown. */
export function useAskForHelp(attemptId: string) {
  return useMutation({
    mutationFn: () => post('/payment/attempt/{attemptId}/help', { path: { attemptId }, body: {}, notice: 'none' }),
  });
}
