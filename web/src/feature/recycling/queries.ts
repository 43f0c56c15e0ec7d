import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, post, put } from '#/api/client';
import { NoAnswerError, ApiError } from '#/api/refusal';
import type { Recycling, RecyclingAgree, RecyclingPiece, RecyclingRepayment, RecyclingRequest } from '#/api/types';

const KEY = ['recycling'] as const;

export const setupQuery = queryOptions({
  queryKey: [...KEY, 'setup'],
  queryFn: ({ signal }) => get('/recycling/setup', { signal, notice: 'none' }),
  staleTime: 30_000,
});

export const documentQuery = (recyclingId: string) =>
  queryOptions({
    queryKey: [...KEY, 'document', recyclingId],
    queryFn: ({ signal }) => get('/recycling/{recyclingId}', { path: { recyclingId }, signal, notice: 'none' }),
  });

export const lotQuery = queryOptions({
  queryKey: [...KEY, 'lot'],
  queryFn: ({ signal }) => get('/recycling/lot', { signal, notice: 'none' }),
});

export const shipmentQuery = queryOptions({
  queryKey: [...KEY, 'shipment'],
  queryFn: ({ signal }) => get('/recycling/shipment', { query: { limit: 50 }, signal, notice: 'none' }),
});

/** Whether customers cannot be reached now: then nothing is taken back. */
export const isCrmLost = (error: unknown): boolean =>
  error instanceof NoAnswerError || (error instanceof ApiError && error.status === 503);

/** Every change of a document: what lists and other screens hold of it is read again. */
function useChange<V>(send: (variables: V) => Promise<Recycling>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (document) => client.setQueryData(documentQuery(document.recyclingId).queryKey, document),
    onSettled: () => client.invalidateQueries({ queryKey: KEY, predicate: (query) => query.queryKey[1] !== 'setup' }),
  });
}

export const useWeigh = () =>
  useChange(({ document, begin, pieces }: { document: Recycling | null; begin: Omit<RecyclingRequest, 'pieces'>; pieces: RecyclingPiece[] }) =>
    document
      ? put('/recycling/{recyclingId}/piece', {
          path: { recyclingId: document.recyclingId },
          body: { version: document.version, pieces },
          notice: 'none',
        })
      : post('/recycling', { body: { ...begin, pieces }, notice: 'none' }),
  );

const grant = (document: Recycling): Promise<Recycling> =>
  post('/recycling/{recyclingId}/grant', {
    path: { recyclingId: document.recyclingId },
    body: { version: document.version },
    notice: 'none',
  });

/** The seller signs and gets the credit: two steps, of which the second can be taken up alone. */
export const useGiveCredit = () =>
  useChange(async ({ document, agree }: { document: Recycling; agree: RecyclingAgree | null }) => {
    const path = { recyclingId: document.recyclingId };
    const signed = agree ? await post('/recycling/{recyclingId}/agree', { path, body: agree, notice: 'none' }) : document;
    return grant(signed);
  });

export const useWithdraw = () =>
  useChange(({ document, repayment }: { document: Recycling; repayment: RecyclingRepayment | null }) =>
    post('/recycling/{recyclingId}/withdraw', {
      path: { recyclingId: document.recyclingId },
      body: { version: document.version, repayment },
      notice: 'none',
    }),
  );

export const useCancel = () =>
  useChange((document: Recycling) =>
    post('/recycling/{recyclingId}/cancel', {
      path: { recyclingId: document.recyclingId },
      body: { version: document.version },
      notice: 'none',
    }),
  );
