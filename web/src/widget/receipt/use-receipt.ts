import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { get, getDocument, post } from '#/api/client';
import { address } from '#/api/operation';
import type { InvoiceBuyer, OrderDocument } from '#/api/types';
import { paperSize, type PaperSize } from '#/lib/pdf';
import { useCountedPrint, type PrintTarget } from './use-counted-print';

/** Which paper of which order, in which language; a blank language leaves it to the server. */
export interface PaperWish {
  orderId: string;
  document: OrderDocument;
  language: string;
}

const paperAddress = ({ orderId, document, language }: PaperWish): string =>
  address('/order/{orderId}/receipt', {
    path: { orderId },
    query: { ...(language ? { language } : {}), ...(document === 'receipt' ? {} : { document }) },
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

/** A paper of an order. Looking at it is not printing it. */
export function useReceipt(wish: PaperWish, isThere = true) {
  return useQuery({
    queryKey: ['receipt', wish.orderId, wish.document, wish.language],
    queryFn: () => getDocument(paperAddress(wish)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    enabled: isThere,
  });
}

interface PrintWish {
  document: OrderDocument;
  target: PrintTarget;
  language: string;
  title: string;
}

/** Prints a paper of an order. */
export function usePrint(orderId: string) {
  const client = useQueryClient();
  return useCountedPrint<PrintWish>({
    count: ({ document, target, language }) =>
      post('/order/{orderId}/print', {
        path: { orderId },
        body: { document, target, ...(language ? { language } : {}) },
        notice: 'none',
      }),
    titleOf: ({ title }) => title,
    onSettled: () => client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey }),
  });
}

export type MailedDocument = Exclude<OrderDocument, 'gift'>;

export function useEmail(orderId: string, document: MailedDocument) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ email, language }: { email: string; language: string }) =>
      post('/order/{orderId}/email', {
        path: { orderId },
        body: { document, email, ...(language ? { language } : {}) },
        notice: 'none',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey }),
  });
}

/** Makes out the invoice: for the customer of the order without a buyer. */
export function useIssueInvoice(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ buyer, language }: { buyer: InvoiceBuyer | null; language: string }) =>
      post('/order/{orderId}/invoice', { path: { orderId }, body: { buyer, ...(language ? { language } : {}) }, notice: 'none' }),
    onSettled: () => client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey }),
  });
}
