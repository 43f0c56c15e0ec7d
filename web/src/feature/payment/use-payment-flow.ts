import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { basketQuery, keepBasket } from '#/api/basket';
import { post } from '#/api/client';
import { isListening } from '#/api/events';
import { errorText } from '#/api/refusal';
import type { Attempt, Basket, BookedTender, DepositSummary, OrderSummary, Payment } from '#/api/types';
import { useSignal } from '#/lib/signal';
import {
  isAlive,
  keepAttempt,
  keepPayment,
  MUTATION_KEY,
  paymentKey,
  paymentQuery,
  useAskAgain,
  useAttempt,
  usePaymentEvents,
  useRemoveTender,
  type AttemptReading,
} from './queries';
import { isAnyUnanswered } from './unanswered';

const QUIET_POLL_MS = 5000;
const DEAF_POLL_MS = 1000;

/** Locks the basket for its payment, once; after a reload it is locked already. */
function useStart(basket: Basket, basketId: string) {
  const client = useQueryClient();
  const [isStarted, setStarted] = useState(basket.state === 'PAYING');
  const [error, setError] = useState<unknown>(null);
  const isAsked = useRef(false);
  const start = (): void => {
    setError(null);
    post('/payment/start', { about: basketId, notice: 'none' }).then(
      (payment) => {
        keepPayment(client, basketId, payment);
        setStarted(true);
        // Whoever leaves the page and comes back finds the basket locked.
        void client.invalidateQueries({ queryKey: basketQuery.queryKey });
      },
      (reason: unknown) => setError(reason),
    );
  };
  useEffect(() => {
    if (isStarted || isAsked.current) return;
    isAsked.current = true;
    start();
  });
  return { isStarted, error, start };
}

export interface PaymentFlow {
  payment: Payment | undefined;
  /** Why the payment is not there. */
  error: unknown;
  retry: () => void;
  /** The attempt on screen: alive, or over and not yet put away. */
  attempt: AttemptReading | undefined;
  /** The server does not answer about the attempt now. */
  isAttemptSilent: boolean;
  watch: (attempt: Attempt) => void;
  dismiss: () => void;
  order: OrderSummary | null;
  /** What became of it when a deposit was paid. */
  deposit: DepositSummary | null;
  remove: (tender: BookedTender) => void;
  /** Asks again for the reversal that did not work. */
  removeAgain: (() => void) | null;
  isRemoving: boolean;
  /** Back to the basket; says why it cannot be. */
  back: () => void;
  backError: string | null;
  isLeaving: boolean;
}

function useBack(basketId: string, onClose: () => void) {
  const client = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const back = (): void => {
    setLeaving(true);
    setError(null);
    post('/payment/back', { about: basketId, notice: 'none' }).then(
      (basket) => {
        keepBasket(client, basket);
        onClose();
      },
      (reason: unknown) => {
        setLeaving(false);
        setError(errorText(reason));
        void client.invalidateQueries({ queryKey: basketQuery.queryKey });
      },
    );
  };
  return { back, error, isLeaving, clear: () => setError(null) };
}

interface Ends {
  onClose: () => void;
  /** It was a payment at a terminal that was asked for. */
  onAttempt: (attemptId: string) => void;
}

/**
 * The payment is gone: another window has left or completed it, or this one has, and the answer is lost. Then the same is
 * asked again, whose answer holds the order and the change to give, before anything is put away.
 */
function useGone(basketId: string, isGone: boolean, { onClose, onAttempt }: Ends): void {
  const { mutate } = useAskAgain(basketId);
  const end = useEffectEvent(() => {
    if (!isAnyUnanswered(basketId)) {
      onClose();
      return;
    }
    mutate(undefined, {
      onSuccess: (outcome) => {
        if (outcome?.attempt) onAttempt(outcome.attempt.attemptId);
        if (outcome === null) onClose();
      },
    });
  });
  useEffect(() => {
    if (isGone) end();
  }, [isGone]);
}

/** The payment of one basket from its start to its order, as the server tells it. */
export function usePaymentFlow(basket: Basket, onClose: () => void): PaymentFlow {
  const client = useQueryClient();
  const [basketId] = useState(() => basket.basketId ?? '');
  const { isStarted, error: startError, start } = useStart(basket, basketId);
  const listening = useSignal(isListening);
  const [order, setOrder] = useState<OrderSummary | null>(null);
  const [deposit, setDeposit] = useState<DepositSummary | null>(null);
  const isOver = order !== null || deposit !== null;
  const payment = useQuery({
    ...paymentQuery(basketId),
    enabled: isStarted && !isOver,
    refetchInterval: listening ? QUIET_POLL_MS : DEAF_POLL_MS,
  });
  // What was read last stays on screen until the receipt takes its place.
  const [kept, setKept] = useState<Payment>();
  if (payment.data && payment.data !== kept) setKept(payment.data);
  const [attemptId, setAttemptId] = useState<string | null>(null);
  const [putAway, setPutAway] = useState<string | null>(null);
  const [removing, setRemoving] = useState<BookedTender | null>(null);
  const attempt = useAttempt(attemptId);
  const state = attempt.data?.attempt.state;
  const found = payment.data?.attempt?.attemptId ?? null;
  const isFree = attemptId === null || (state !== undefined && !isAlive(state));
  // Reload, another window, a lost reply: the attempt that is alive is the one on screen.
  if (found !== null && found !== attemptId && found !== putAway && isFree) setAttemptId(found);
  // The basket is gone once it is paid; its order stays on screen until the receipt is left.
  const completed = attempt.data?.attempt.order ?? payment.data?.order ?? null;
  if (order === null && completed !== null) setOrder(completed);
  const paidOn = attempt.data?.attempt.deposit ?? payment.data?.deposit ?? null;
  if (deposit === null && paidOn !== null) setDeposit(paidOn);
  const remove = useRemoveTender(basketId);
  const leave = useBack(basketId, onClose);
  usePaymentEvents(basketId);
  // What this window itself has under way says how the payment ended; only otherwise was it another one.
  const isOurs = useIsMutating({ mutationKey: MUTATION_KEY }) > 0 || (attemptId !== null && (!state || isAlive(state)));
  useGone(basketId, !isOver && !isOurs && payment.data === null, { onClose, onAttempt: setAttemptId });

  useEffect(() => {
    if (state) void client.invalidateQueries({ queryKey: paymentKey(basketId) });
  }, [client, basketId, state]);

  const removeTender = (tender: BookedTender): void => {
    leave.clear();
    setRemoving(tender);
    remove.mutate(tender.tenderId, {
      onSuccess: (answer) => {
        if ('attemptId' in answer) setAttemptId(answer.attemptId);
      },
    });
  };
  return {
    payment: kept,
    error: startError ?? (kept ? null : payment.error),
    retry: startError ? start : () => void payment.refetch(),
    attempt: attempt.data,
    isAttemptSilent: attempt.isError,
    watch: (next) => {
      leave.clear();
      keepAttempt(client, next);
      setAttemptId(next.attemptId);
    },
    dismiss: () => {
      setPutAway(attemptId);
      setAttemptId(null);
      void client.invalidateQueries({ queryKey: paymentKey(basketId) });
    },
    order,
    deposit,
    remove: removeTender,
    removeAgain: removing ? () => removeTender(removing) : null,
    isRemoving: remove.isPending,
    back: startError ? onClose : leave.back,
    backError: leave.error,
    isLeaving: leave.isLeaving,
  };
}
