import { useMutation, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post, put } from '#/api/client';
import { ApiError, errorText } from '#/api/refusal';
import type { ConsentKind, Customer, CustomerProfile } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { answer, consentRequest, edit, isGranted, NOBODY, rebase, type Answers, type Edits } from './form';
import { customerQuery } from './queries';

interface Conflict {
  staffName: string;
  /** The fields that both changed. */
  both: string[];
}

export interface CustomerForm {
  /** Whom it changes, as the server has them; none for somebody new. */
  customer: Customer | null;
  /** What is known of them, with what was typed. */
  profile: CustomerProfile;
  set: (change: Edits) => void;
  allows: (kind: ConsentKind) => boolean;
  setConsent: (kind: ConsentKind, granted: boolean) => void;
  /** The sentence for a field that the server refused. */
  errorOf: (field: keyof CustomerProfile) => string | undefined;
  changes: number;
  error: Error | null;
  /** Somebody else saved in the meantime. */
  conflict: Conflict | null;
  isSaving: boolean;
  save: () => void;
  /** Takes what the server has now; what was typed stays on top of it. */
  take: (now: Customer) => void;
}

export function useCustomerForm(
  start: Customer | null,
  first: Edits,
  client: QueryClient,
  onSaved: (customer: Customer) => void,
): CustomerForm {
  const [customer, setCustomer] = useState(start);
  const base = customer?.profile ?? NOBODY;
  const [edits, setEdits] = useState<Edits>(() => edit(base, {}, first));
  const [answers, setAnswers] = useState<Answers>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const consents = customer?.consents ?? [];
  const take = (now: Customer): string[] => {
    const moved = rebase(base, now.profile, edits);
    setCustomer(now);
    setEdits(moved.edits);
    client.setQueryData(customerQuery(now.customerId).queryKey, now);
    return moved.both;
  };
  const saving = useMutation({
    mutationFn: () => {
      setConflict(null);
      const body = { profile: { ...base, ...edits }, consent: consentRequest(answers) };
      return customer
        ? put('/customer/{customerId}', { path: { customerId: customer.customerId }, body: { ...body, version: customer.version }, notice: 'none' })
        : post('/customer', { body, notice: 'none' });
    },
    onSuccess: onSaved,
    onError: async (error) => {
      if (!(error instanceof ApiError)) return;
      // What is wrong is said in the form; that nothing changed is a notice, too (specification §5).
      if (error.key === 'crm.not_changed') showNotice('error', errorText(error));
      if (error.key !== 'crm.changed_meanwhile' || !customer) return;
      const now = await client.fetchQuery(customerQuery(customer.customerId));
      setConflict({ staffName: now.changedBy ?? '', both: take(now) });
    },
  });
  const { error } = saving;
  return {
    customer,
    profile: { ...base, ...edits },
    set: (change) => setEdits((known) => edit(base, known, change)),
    allows: (kind) => answers[kind] ?? isGranted(consents, kind),
    setConsent: (kind, granted) => setAnswers((known) => answer(consents, known, kind, granted)),
    errorOf: (field) => (error instanceof ApiError && error.refusal?.field === field ? errorText(error) : undefined),
    changes: Object.keys(edits).length + Object.keys(answers).length,
    error,
    conflict,
    isSaving: saving.isPending,
    save: () => {
      if (!saving.isPending) saving.mutate();
    },
    take,
  };
}
