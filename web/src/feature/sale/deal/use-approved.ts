import { useState } from 'react';
import { useBasketChange } from '#/api/basket';
import { post } from '#/api/client';
import { ApiError } from '#/api/refusal';
import type { ApprovalRequest, Basket } from '#/api/types';

/** An approval that waits for somebody to sign it. */
export interface Approval<V> {
  values: V;
  approvalId: string;
  /** The refusal that it lifts. */
  refusal: string;
}

interface Approvable<V> {
  /** Carries the action out; the call that names an approval is another one, with a key of its own. */
  run: (values: V, approvalId: string | null) => Promise<unknown>;
  /** What is asked for, of an action on the basket. */
  requestOf?: (values: V) => ApprovalRequest;
  /** How it is asked for, of anything else. */
  ask?: (values: V) => Promise<{ approvalId: string }>;
  /** The refusals that a colleague can lift; the usual one, where they have no names of their own. */
  askedBy?: readonly string[];
  onDone: () => void;
}

interface Approved<V> extends Omit<Approvable<V>, 'run' | 'ask' | 'requestOf'> {
  requestOf: (values: V) => ApprovalRequest;
  send: (values: V, approvalId: string | null) => Promise<Basket>;
}

const keyOf = (error: unknown): string => (error instanceof ApiError ? error.key : '');
/** The approval itself is of no use any more: it was used, came too late, or the basket is another one. */
const ENDED = new Set(['sale.approval_ended', 'sale.approval_not_found', 'sale.approval_other_action']);

/**
 * An action that may need a colleague. When the server asks for an approval, one is asked for with
 * the same values; whoever signs it lets the action go on. The basket stays where it is meanwhile.
 */
export function useApproval<V>({ run, requestOf, ask: askOf, askedBy = ['sale.approval_required'], onDone }: Approvable<V>) {
  const [approval, setApproval] = useState<Approval<V> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const ask = async (values: V, refusal: string): Promise<void> => {
    const asked = askOf ? await askOf(values) : requestOf && (await post('/basket/approval', { body: requestOf(values), notice: 'none' }));
    if (asked) setApproval({ values, approvalId: asked.approvalId, refusal });
  };
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (reason) {
      if (ENDED.has(keyOf(reason))) setApproval(null);
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  return {
    approval,
    error,
    isBusy,
    submit: (values: V): Promise<void> =>
      guarded(async () => {
        try {
          await run(values, null);
        } catch (reason) {
          if (!askedBy.includes(keyOf(reason))) throw reason;
          await ask(values, keyOf(reason));
          return;
        }
        onDone();
      }),
    sign: (staffId: string, password: string): Promise<void> =>
      guarded(async () => {
        if (!approval) return;
        const { approvalId, values } = approval;
        await post('/basket/approval/{approvalId}/sign', {
          path: { approvalId },
          body: { staffId, password },
          notice: 'none',
          isKeyed: false,
          isLogin: true,
        });
        try {
          await run(values, approvalId);
        } catch (reason) {
          // What was refused is the action now: it is said where the action stands.
          setApproval(null);
          throw reason;
        }
        onDone();
      }),
    /** Back to what was asked. */
    withdraw: (): void => {
      setApproval(null);
      setError(null);
    },
    clearError: (): void => setError(null),
  };
}

/** The same for a change of the basket. */
export function useApproved<V>({ send, ...rest }: Approved<V>) {
  const change = useBasketChange(({ values, approvalId }: { values: V; approvalId: string | null }) => send(values, approvalId));
  return useApproval<V>({ ...rest, run: (values, approvalId) => change.mutateAsync({ values, approvalId }) });
}
