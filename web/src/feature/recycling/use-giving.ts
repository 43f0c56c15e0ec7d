import { ApiError } from '#/api/refusal';
import type { Recycling, RecyclingAgree } from '#/api/types';
import { useApproval } from '#/feature/sale/deal/use-approved';
import { askSecondPerson, useGiveCredit } from './queries';

interface OfDocument {
  document: Recycling | null;
  /** How it stands after each step. */
  onDocument: (document: Recycling) => void;
  onDone: () => void;
}

/**
 * Signing and crediting, with a second person where the store's terms want one. What is signed is not signed again: when
 * only the credit failed, only that is asked for anew.
 */
export function useGiving({ document, onDocument, onDone }: OfDocument) {
  const give = useGiveCredit();
  const isSigned = document?.state === 'AGREED';
  const approved = useApproval<RecyclingAgree>({
    run: async (agree, approvalId) => {
      if (document) onDocument(await give.mutateAsync({ document, agree: isSigned ? null : { ...agree, approvalId }, onSigned: onDocument }));
    },
    ask: () => (document ? askSecondPerson(document) : Promise.reject(new Error('nothing is weighed'))),
    onDone,
  });
  const refusal = approved.error instanceof ApiError ? approved.error.refusal : null;
  return { approved, refusal, isSigned, isOften: refusal?.key === 'recycling.identity_often' };
}
