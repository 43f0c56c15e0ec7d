import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { basketQuery } from '#/api/basket';
import { errorText, refusalText } from '#/api/refusal';
import { Button } from '#/ui/Button';
import { CODE_LENGTH, CodeField } from '#/ui/CodeField';
import { Note } from '#/ui/Note';
import type { Credit } from './credit';
import { amountInText } from './words';

interface CreditProofProps {
  credit: Credit;
  /** What is to be taken now, in minor units. */
  minor: number;
  /** What this payment took of it before: parts count together. */
  taken: number;
  /** What is left to pay. */
  remaining: number;
  /** Proves that the customer entered the code; `null` while they did not. */
  reference: string | null;
  onReference: (reference: string | null) => void;
  onAmount: (minor: number) => void;
  /** Whether the digits that are typed are those of the code. */
  onCode: (isTyped: boolean) => void;
}

/** What the customer has of a credit, and the code that opens much of it. */
export function CreditProof({ credit, minor, taken, remaining, reference, onReference, onAmount, onCode }: CreditProofProps) {
  const { t } = useTranslation('payment');
  const { data: basket } = useQuery(basketQuery);
  const customerId = basket?.customer?.customerId;
  const [code, setCode] = useState('');
  const standing = useQuery({
    queryKey: [credit.name, 'standing', customerId],
    queryFn: ({ signal }) => credit.load(customerId ?? '', signal),
    enabled: customerId !== undefined,
    staleTime: 0,
  });
  const send = useMutation({
    mutationFn: () => credit.send(customerId ?? ''),
    onSuccess: () => setCode(''),
  });
  const enter = useMutation({
    mutationFn: (digits: string) => credit.enter(customerId ?? '', { codeId: send.data?.codeId ?? '', code: digits }),
    onSuccess: (proof) => onReference(proof.reference),
    onError: () => setCode(''),
    // The field was closed meanwhile, and lost the focus without a word.
    onSettled: () => onCode(false),
  });
  if (customerId === undefined) return <Note tone="citrine">{t(`${credit.name}.noCustomer`)}</Note>;
  if (standing.error) return <Note tone="garnet">{errorText(standing.error)}</Note>;
  if (!standing.data) return null;
  const { usable: balance, codeAbove, codeTo, refusal } = standing.data;
  if (refusal) return <Note tone="citrine">{refusalText(refusal)}</Note>;
  const usable = Math.min(balance.minor, remaining);
  const needsCode = taken + minor > codeAbove.minor;
  const failure = enter.error ?? send.error;
  return (
    <>
      <Note tone="champagne">{t(`${credit.name}.balance`, { amount: amountInText(balance) })}</Note>
      {usable > 0 && usable !== minor && (
        <Button variant="quiet" onClick={() => onAmount(usable)}>
          {t(`${credit.name}.use`, { amount: amountInText({ ...balance, minor: usable }) })}
        </Button>
      )}
      {needsCode && reference === null && (
        <>
          <Button variant="quiet" isBusy={send.isPending} isBlocked={codeTo === null} onClick={() => send.mutate()}>
            {codeTo === null ? t(`${credit.name}.noAddress`) : t(`${credit.name}.getCode`, { address: codeTo })}
          </Button>
          <div onFocus={() => onCode(true)} onBlur={() => onCode(false)}>
            <CodeField
              label={t(`${credit.name}.code`)}
              value={code}
              isDisabled={!send.data || enter.isPending}
              isBad={enter.isError}
              onChange={(digits) => {
                setCode(digits);
                if (digits.length === CODE_LENGTH) enter.mutate(digits);
              }}
            />
          </div>
        </>
      )}
      {reference !== null && needsCode && <Note tone="emerald">{t(`${credit.name}.open`)}</Note>}
      {failure && (
        <Note tone="garnet" role="alert">
          {errorText(failure)}
        </Note>
      )}
    </>
  );
}
