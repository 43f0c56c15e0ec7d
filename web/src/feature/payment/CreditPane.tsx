import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import { showNotice } from '#/lib/notice';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { Button } from '#/ui/Button';
import { AmountEntry } from './AmountEntry';
import { useAmountKeys, useTypedAmount } from './AmountPane';
import type { TenderTypePaneProps } from './contract';
import { LOYALTY, RECYCLING, type Credit } from './credit';
import { CreditProof } from './CreditProof';
import css from './Payment.module.css';
import { useBookTender } from './queries';
import { offered, press, type AmountKey, type TypedAmount } from './typed-amount';
import { amountInText } from './words';

function useCreditEntry({ tender, payment, isCalm }: TenderTypePaneProps) {
  const { currency } = payment.due;
  const amount = useTypedAmount({ tender, payment });
  const { shown, minor, local } = amount;
  // What opens the credit, once its owner has entered a code.
  const [reference, setReference] = useState<string | null>(null);
  const book = useBookTender(payment.basketId);
  const change = (next: TypedAmount | null): void => {
    book.reset();
    amount.set(next);
  };
  const act = (): void => {
    if (isCalm || book.isPending) return;
    if (local) {
      amount.insist();
      return;
    }
    const body = { tenderCode: tender.code, amount: { minor, currency } };
    book.mutate(reference === null ? body : { ...body, reference }, { onSuccess: () => amount.set(null) });
  };
  return {
    shown,
    minor,
    reference,
    setReference,
    error: book.error ? errorText(book.error) : amount.problem,
    isBlocked: local !== null || isCalm,
    isBusy: book.isPending,
    change,
    key: (key: AmountKey) => change(press(shown, key, currency)),
    act,
  };
}

/** How much is taken from a customer's credit. */
function CreditPane({ credit, ...props }: TenderTypePaneProps & { credit: Credit }) {
  const { tender, payment } = props;
  const { currency } = payment.due;
  const { t } = useTranslation('payment');
  const input = useRef<HTMLInputElement>(null);
  const entry = useCreditEntry(props);
  const before = payment.tenders.filter((booked) => booked.code === tender.code);
  const taken = before.reduce((sum, booked) => sum + booked.amount.minor, 0);
  // Digits go into the amount, unless the code is being typed.
  const [isCode, setCode] = useState(false);
  useAmountKeys(entry.key, entry.act, !isCode || entry.reference !== null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useScanTarget({
    refusal: null,
    onScan: () => {
      entry.change(null);
      playTone('refused');
      showNotice('warning', t('scanRefused'));
    },
  });
  return (
    <div className={css.entry}>
      <CreditProof
        credit={credit}
        minor={entry.minor}
        taken={taken}
        remaining={payment.remaining.minor}
        reference={entry.reference}
        onReference={entry.setReference}
        onCode={setCode}
        onAmount={(amount) => entry.change(offered(amount, currency))}
      />
      <AmountEntry tender={tender} payment={payment} typed={entry.shown} error={entry.error} onChange={entry.change} onKey={entry.key} inputRef={input} />
      <Button
        variant="primary"
        size="xl"
        isWide
        className={css.action}
        isBlocked={entry.isBlocked}
        onBlocked={entry.act}
        isBusy={entry.isBusy}
        onClick={entry.act}
      >
        <span>{t(`${credit.name}.use`, { amount: amountInText({ minor: entry.minor, currency }) })}</span>
      </Button>
    </div>
  );
}

/** Credit for old jewellery. */
export const RecyclingCreditPane = (props: TenderTypePaneProps) => <CreditPane {...props} credit={RECYCLING} />;

/** Credit that a loyal customer earned. */
export const LoyaltyCreditPane = (props: TenderTypePaneProps) => <CreditPane {...props} credit={LOYALTY} />;
