import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSignal } from '#/lib/signal';
import { get } from './client';
import { basketShown, expectations, expectChange, forgetChange, noteAnswerToRead, type Expected, type ShownBasket } from './expected-basket';
import { noteBasket } from './intent';
import { SELL, useMay } from './permission';
import { token } from './session-store';
import type { Basket } from './types';

const KEY = ['basket'] as const;

/** The newer of two baskets: answers may overtake each other, versions may not. */
const newer = (known: Basket | undefined, basket: Basket): Basket =>
  known && known.basketId === basket.basketId && known.version > basket.version ? known : basket;

/** Reads the basket; what a change was answered with meanwhile is newer than what was read before it. */
async function readBasket(client: QueryClient, signal: AbortSignal): Promise<Basket> {
  const before = client.getQueryData<Basket>(KEY);
  const basket = await get('/basket', { signal, notice: 'none' });
  const known = client.getQueryData<Basket>(KEY);
  // One basket ended and another began while this was on its way: which is the present one is asked again.
  if (known && known !== before && known.basketId !== basket.basketId) return readBasket(client, signal);
  const kept = newer(known, basket);
  noteBasket(kept);
  return kept;
}

export const basketQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ client, signal }) => readBasket(client, signal),
  staleTime: 30_000,
});

/** The basket of this till; nothing for whoever does not sell. */
export function useBasket(): Basket | undefined {
  const maySell = useMay(SELL);
  return useQuery({ ...basketQuery, enabled: maySell }).data;
}

/** Keeps the newest basket. */
export function keepBasket(client: QueryClient, basket: Basket): void {
  const kept = client.setQueryData(basketQuery.queryKey, (known) => newer(known, basket));
  if (kept) noteBasket(kept);
}

/** The basket of this till with what was asked for and not answered yet. */
export function useShownBasket() {
  const { data: basket, error, refetch } = useQuery(basketQuery);
  const expected = useSignal(expectations);
  const shown: ShownBasket | undefined = useMemo(() => basket && basketShown(basket, expected), [basket, expected]);
  return { basket: shown, error, refetch };
}

/** What changes of the basket have in common: they go one after the other. */
const SCOPE = { id: 'basket' };

/** Whether a mutation is a change of the basket. */
export const isBasketChange = ({ options }: { options: { scope?: { id: string } | undefined } }): boolean => options.scope?.id === SCOPE.id;

/** What follows one change, while the component that asked for it is shown. */
interface Told<A> {
  onSuccess?: (answer: A) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
}

/** What the answers of a change hold. */
interface OfAnswers<V, A> {
  /** The basket; none when there is none in it. */
  basketOf: (answer: A) => Basket | null;
  /** What the change will make of the lines. */
  expect?: ((variables: V) => Expected | null) | undefined;
  /** Whether an answer is a question. */
  asks?: (answer: A) => boolean;
}

/**
 * A change of the basket. Changes go one after the other, in the order in which they were asked.
 * With `expect`, what it will make of the lines is shown until the server has said so or refused.
 */
export function useBasketChange<V>(send: (variables: V) => Promise<Basket>, expect?: (variables: V) => Expected | null) {
  return useAnsweredChange(send, { basketOf: (basket) => basket, expect });
}

/** Like `useBasketChange`, for answers that hold more than the basket, or none. */
export function useAnsweredChange<V, A>(send: (variables: V) => Promise<A>, { basketOf, expect, asks }: OfAnswers<V, A>) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: send,
    scope: SCOPE,
    onMutate: (variables) => {
      const expected = expect?.(variables) ?? null;
      if (expected) expectChange(expected);
      return { expected, session: token.get() };
    },
    // In one breath, so that a line is neither missing nor shown twice.
    onSuccess: (answer, _, { expected, session }) => {
      // The basket of whoever was here before is none of the next.
      if (token.get() !== session) return;
      const basket = basketOf(answer);
      if (basket) keepBasket(client, basket);
      if (expected) forgetChange(expected);
      if (asks?.(answer)) noteAnswerToRead();
    },
    // A refusal, or no answer: what the server holds is what counts.
    onError: (_error, _variables, asked) => {
      if (asked?.expected) forgetChange(asked.expected);
      noteAnswerToRead();
      return client.invalidateQueries({ queryKey: basketQuery.queryKey });
    },
  });
  return { ...change, mutate: useEachTold<V, A>(change.mutateAsync as (variables: V) => Promise<A>) };
}

/**
 * Asks for a change and tells what follows. A mutation itself tells it of the newest change alone: the question that
 * answers a scan would be lost to the next scan.
 */
function useEachTold<V, A>(ask: (variables: V) => Promise<A>): (variables: V, told?: Told<A>) => void {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(
    (variables, { onSuccess, onError, onSettled } = {}) => {
      void ask(variables).then(
        (answer) => {
          if (!isShown.current) return;
          onSuccess?.(answer);
          onSettled?.();
        },
        (error: Error) => {
          if (!isShown.current) return;
          onError?.(error);
          onSettled?.();
        },
      );
    },
    [ask],
  );
}
