import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { get, getDocument, post } from '#/api/client';
import { address } from '#/api/operation';
import type { PrintAnswer } from '#/api/types';
import { paperSize, type PaperSize } from '#/lib/pdf';
import { printDocument } from '#/lib/print';

const receiptAddress = (orderId: string, language: string): string =>
  address('/order/{orderId}/receipt', {
    path: { orderId },
    ...(language ? { query: { language } } : {}),
  });

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => get('/order/{orderId}', { path: { orderId }, signal, notice: 'none' }),
    staleTime: 10_000,
  });

interface Paper {
  url: string;
  size: PaperSize | null;
}

/** A document under an address of this browser, for as long as it is shown. */
export function usePaper(blob: Blob | undefined): Paper | null {
  const [paper, setPaper] = useState<Paper | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const url = URL.createObjectURL(blob);
    let isShown = true;
    void paperSize(blob).then((size) => isShown && setPaper({ url, size }));
    return () => {
      isShown = false;
      setPaper(null);
      URL.revokeObjectURL(url);
    };
  }, [blob]);
  return paper;
}

/** The receipt as paper. Looking at it is not printing it. */
export function useReceipt(orderId: string, language: string) {
  return useQuery({
    queryKey: ['receipt', orderId, language],
    queryFn: () => getDocument(receiptAddress(orderId, language)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

export type PrintTarget = 'browser' | 'printer';

interface PrintWish {
  target: PrintTarget;
  language: string;
  title: string;
}

/**
 * Prints. The server counts and marks each paper, so after it has answered a failure of the browser
 * is tried again with the same paper and not counted again.
 */
export function usePrint(orderId: string) {
  const client = useQueryClient();
  const counted = useRef<{ wish: string; answer: PrintAnswer } | null>(null);
  return useMutation({
    mutationFn: async ({ target, language, title }: PrintWish): Promise<PrintAnswer> => {
      const wish = `${target} ${language}`;
      if (counted.current?.wish !== wish) {
        const body = { target, ...(language ? { language } : {}) };
        counted.current = { wish, answer: await post('/order/{orderId}/print', { path: { orderId }, body, notice: 'none' }) };
      }
      const { answer } = counted.current;
      if (target === 'browser') {
        const path = answer.pdfUrl ?? receiptAddress(orderId, language);
        await printDocument(await getDocument(path), title);
      }
      counted.current = null;
      return answer;
    },
    onSettled: () => client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey }),
  });
}

export function useEmail(orderId: string) {
  return useMutation({
    mutationFn: ({ email, language }: { email: string; language: string }) =>
      post('/order/{orderId}/email', { path: { orderId }, body: { email, ...(language ? { language } : {}) }, notice: 'none' }),
  });
}
