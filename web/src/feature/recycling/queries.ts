import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { del, get, getDocument, post, put } from '#/api/client';
import { address } from '#/api/operation';
import { NoAnswerError, ApiError } from '#/api/refusal';
import type { Recycling, RecyclingAgree, RecyclingPiece, RecyclingRepayment, RecyclingRequest } from '#/api/types';
import { base64, photoOf } from '#/lib/photo';

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

interface Giving {
  document: Recycling;
  /** What the seller says and signs; null when it is signed already. */
  agree: RecyclingAgree | null;
  /** It is signed, and stays so whatever becomes of the credit. */
  onSigned?: (signed: Recycling) => void;
}

/** The seller signs and gets the credit: two steps, of which the second can be taken up alone. */
export const useGiveCredit = () =>
  useChange(async ({ document, agree, onSigned }: Giving) => {
    if (!agree) return grant(document);
    const path = { recyclingId: document.recyclingId };
    const signed = await post('/recycling/{recyclingId}/agree', { path, body: agree, notice: 'none' });
    onSigned?.(signed);
    return grant(signed);
  });

/** Asks for a second person, for the document as it is. */
export const askSecondPerson = (document: Recycling): Promise<{ approvalId: string }> =>
  post('/recycling/{recyclingId}/approval', {
    path: { recyclingId: document.recyclingId },
    body: { version: document.version },
    notice: 'none',
  });

export const useAddPhoto = () =>
  useChange(async ({ document, file }: { document: Recycling; file: File }) =>
    post('/recycling/{recyclingId}/photo', {
      path: { recyclingId: document.recyclingId },
      body: { photo: await photoOf(file) },
      notice: 'none',
    }),
  );

export const useRemovePhoto = () =>
  useChange(({ document, photoId }: { document: Recycling; photoId: string }) =>
    del('/recycling/{recyclingId}/photo/{photoId}', { path: { recyclingId: document.recyclingId, photoId }, notice: 'none' }),
  );

/** A photograph as a source for `img`; none while it loads. */
export function usePhoto(recyclingId: string, photoId: string): string | null {
  const { data } = useQuery({
    queryKey: ['recycling-photo', photoId],
    queryFn: async () => {
      const photo = await getDocument(address('/recycling/{recyclingId}/photo/{photoId}', { path: { recyclingId, photoId } }));
      return `data:image/jpeg;base64,${await base64(photo)}`;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return data ?? null;
}

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
