import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { get, getDocument, post } from '#/api/client';
import { address } from '#/api/operation';
import type { TaxFreeForm, TaxFreeStart } from '#/api/types';

/** How often a form is looked at while its operator is asked. */
const LOOK_EVERY_MS = 2000;

export const isUnderWay = (state: TaxFreeForm['state']): boolean => state === 'ISSUING' || state === 'VOIDING';
export const isLive = (state: TaxFreeForm['state']): boolean => !['FAILED', 'VOIDED', 'EXPIRED'].includes(state);

/** What can be offered for an order, and the form that it is on. */
export const offerQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['tax-free', 'offer', orderId],
    queryFn: ({ signal }) => get('/tax-free/order/{orderId}', { path: { orderId }, signal, notice: 'none' }),
    staleTime: 5000,
  });

export const formQuery = (formId: string) =>
  queryOptions({
    queryKey: ['tax-free', 'form', formId],
    queryFn: ({ signal }) => get('/tax-free/form/{formId}', { path: { formId }, signal, notice: 'none' }),
    staleTime: 2000,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.state) ? LOOK_EVERY_MS : false),
  });

/** What receipts come to on one form; with a passport also where else it got one today. */
export function useQuote(orderIds: readonly string[], passport: { issuingCountry: string; passportNo: string } | null) {
  return useQuery({
    queryKey: ['tax-free', 'quote', orderIds, passport],
    queryFn: ({ signal }) =>
      post('/tax-free/quote', { body: { orderIds: [...orderIds], passport }, signal, notice: 'none', isKeyed: false }),
    enabled: orderIds.length > 0,
    placeholderData: (before) => before,
    gcTime: 0,
  });
}

/** Countries of residence, as codes. */
export const countriesQuery = queryOptions({
  queryKey: ['customer-areas'],
  queryFn: ({ signal }) => get('/customer/area', { signal, notice: 'none' }),
  staleTime: Number.POSITIVE_INFINITY,
});

function keep(client: QueryClient, form: TaxFreeForm): void {
  client.setQueryData(formQuery(form.formId).queryKey, form);
  void client.invalidateQueries({ queryKey: ['tax-free', 'offer'] });
  void client.invalidateQueries({ queryKey: ['tax-free', 'list'] });
}

export function useStart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TaxFreeStart) => post('/tax-free/form', { body, notice: 'none' }),
    onSuccess: (form) => keep(client, form),
  });
}

/** Asks the operator again at once. */
export function useSend(formId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => post('/tax-free/form/{formId}/send', { path: { formId }, notice: 'none' }),
    onSuccess: (form) => keep(client, form),
  });
}

/** Lets the form wait for the mail server. */
export function useFormEmail(formId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ email, language }: { email: string; language: string }) =>
      post('/tax-free/form/{formId}/email', {
        path: { formId },
        body: { email, ...(language ? { language } : {}) },
        notice: 'none',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: formQuery(formId).queryKey }),
  });
}

export function useVoid(formId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => post('/tax-free/form/{formId}/void', { path: { formId }, body: { reason }, notice: 'auto' }),
    onSuccess: (form) => keep(client, form),
    // "Void tag failed" says what the operator said on the form itself.
    onError: () => client.invalidateQueries({ queryKey: ['tax-free'] }),
  });
}

export const formDocument = (formId: string): Promise<Blob> =>
  getDocument(address('/tax-free/form/{formId}/document', { path: { formId } }));
