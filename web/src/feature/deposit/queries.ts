import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { basketQuery } from '#/api/basket';
import { get, getDocument, post } from '#/api/client';
import { address } from '#/api/operation';
import type { DepositSummary, Money, OrderSummary, Payment } from '#/api/types';
import { page } from '#/lib/path';
import { useCountedPrint, type PrintTarget } from '#/widget/receipt/use-counted-print';
import type { DepositFilter } from './deposit-search';

const PAGE_ROWS = 100;

export const depositsQuery = (filter: DepositFilter) =>
  infiniteQueryOptions({
    queryKey: ['deposits', filter],
    queryFn: ({ pageParam, signal }) =>
      get('/deposit', { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}), limit: PAGE_ROWS }, signal, notice: 'none' }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // Rows that move while someone reads must not push the others away.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 60_000,
  });

export const depositQuery = (depositId: string) =>
  queryOptions({
    queryKey: ['deposit', depositId],
    queryFn: ({ signal }) => get('/deposit/{depositId}', { path: { depositId }, signal, notice: 'none' }),
    staleTime: 0,
  });

/** The deposit with a number, whatever became of it. */
export async function findDeposit(documentNo: string) {
  const pages = await Promise.all(
    (['LIVE', 'SETTLED'] as const).map((status) => get('/deposit', { query: { status, search: documentNo, limit: 2 }, notice: 'none' })),
  );
  const wanted = documentNo.trim().toUpperCase();
  return pages.flatMap(({ items }) => items).find((row) => row.documentNo.toUpperCase() === wanted) ?? null;
}

/** Reads lists and panes again after something changed. */
function useRefresh(): (depositId: string) => Promise<void> {
  const client = useQueryClient();
  return async (depositId) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['deposits'] }),
      client.invalidateQueries({ queryKey: depositQuery(depositId).queryKey }),
      client.invalidateQueries({ queryKey: ['alert'] }),
    ]);
  };
}

/** The payment of this till goes on in the sale, which opens it by itself once the basket is locked. */
export function useGoToPayment(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await client.fetchQuery({ ...basketQuery, staleTime: 0 }).catch(() => undefined);
    await navigate({ to: page.sale });
  };
}

/** Takes more money for a deposit: the payment follows in the sale. */
export function usePay(depositId: string) {
  const refresh = useRefresh();
  const goToPayment = useGoToPayment();
  return useMutation({
    mutationFn: (amount: Money) => post('/deposit/{depositId}/payment', { path: { depositId }, body: { amount }, notice: 'none' }),
    onSuccess: async () => {
      await goToPayment();
      void refresh(depositId);
    },
    onError: () => refresh(depositId),
  });
}

/** Hands pieces over. What is still to be paid is paid in the sale; else the order is there at once. */
export function useHandOver(depositId: string, onOrder: (order: OrderSummary) => void) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const goToPayment = useGoToPayment();
  return useMutation({
    mutationFn: (lineIds: string[]): Promise<Payment> =>
      post('/deposit/{depositId}/settlement', { path: { depositId }, body: { lineIds }, notice: 'none' }),
    onSuccess: async ({ order }) => {
      if (order) {
        onOrder(order);
        void client.invalidateQueries({ queryKey: basketQuery.queryKey });
      } else {
        await goToPayment();
      }
      void refresh(depositId);
    },
    onError: () => refresh(depositId),
  });
}

export interface Withdrawal {
  withdrawnBy: 'CLIENT' | 'SHOP';
  reason: string;
  kept?: Money;
  approvalId?: string;
}

/** Asks for somebody who stands for what the boutique adds of its own. */
export const askDoubled = (depositId: string): Promise<{ approvalId: string }> =>
  post('/deposit/{depositId}/cancellation/approval', { path: { depositId }, notice: 'none' });

/** Cancels a deposit. What goes back is given back in the sale; else it is over at once. */
export function useCancelDeposit(depositId: string, onCancelled: (deposit: DepositSummary) => void) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const goToPayment = useGoToPayment();
  return useMutation({
    mutationFn: (body: Withdrawal): Promise<Payment> =>
      post('/deposit/{depositId}/cancellation', { path: { depositId }, body, notice: 'none' }),
    onSuccess: async ({ deposit }) => {
      if (deposit) {
        onCancelled(deposit);
        void client.invalidateQueries({ queryKey: basketQuery.queryKey });
      } else {
        await goToPayment();
      }
      void refresh(depositId);
    },
    onError: () => refresh(depositId),
  });
}

/** Gives the lower prices of today. */
export function useReprice(depositId: string, onDone: () => void) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => post('/deposit/{depositId}/pricing', { path: { depositId }, notice: 'none' }),
    onSuccess: (deposit) => {
      client.setQueryData(depositQuery(depositId).queryKey, deposit);
      void refresh(depositId);
      onDone();
    },
    onError: () => refresh(depositId),
  });
}

export function useMoveDay(depositId: string, onMoved: () => void) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { expiresOn: string; reason: string }) =>
      post('/deposit/{depositId}/extension', { path: { depositId }, body, notice: 'none' }),
    onSuccess: (deposit) => {
      client.setQueryData(depositQuery(depositId).queryKey, deposit);
      void refresh(depositId);
      onMoved();
    },
    onError: () => refresh(depositId),
  });
}

/** The paper of a step. Looking at it is not printing it. */
export function useDepositPaper({ depositId, stepId }: StepPlace, language: string, prints: number) {
  return useQuery({
    // Each print changes what the paper says of itself.
    queryKey: ['deposit-paper', depositId, stepId, language, prints],
    queryFn: () => getDocument(address('/deposit/{depositId}/paper/{stepId}', { path: { depositId, stepId }, query: language ? { language } : {} })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/** Which step of which deposit. */
export interface StepPlace {
  depositId: string;
  stepId: string;
}

interface PaperPrint {
  target: PrintTarget;
  language: string;
  title: string;
}

/** Prints the paper of a step, which the server counts. */
export function usePrintPaper({ depositId, stepId }: StepPlace) {
  const client = useQueryClient();
  return useCountedPrint<PaperPrint>({
    count: ({ target, language }) =>
      post('/deposit/{depositId}/paper/{stepId}/print', {
        path: { depositId, stepId },
        body: { target, ...(language ? { language } : {}) },
        notice: 'none',
      }),
    titleOf: ({ title }) => title,
    onSettled: () => client.invalidateQueries({ queryKey: depositQuery(depositId).queryKey }),
  });
}

/** Sends the paper of a step by mail; a blank address leaves it to the client's own. */
export function useEmailPaper({ depositId, stepId }: StepPlace) {
  return useMutation({
    mutationFn: ({ email, language }: { email: string; language: string }) =>
      post('/deposit/{depositId}/paper/{stepId}/email', {
        path: { depositId, stepId },
        body: { email, ...(language ? { language } : {}) },
        notice: 'none',
      }),
  });
}
