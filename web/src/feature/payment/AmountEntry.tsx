import { useId, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payment, Tender } from '#/api/types';
import { currencySymbol } from '#/lib/money';
import { Chip } from '#/ui/Chip';
import { cx } from '#/ui/cx';
import { Keypad } from '#/ui/Keypad';
import css from './Payment.module.css';
import { quickAmounts, type QuickAmount } from './tender-choice';
import { grouped, minorOf, offered, pasted, type AmountKey, type TypedAmount } from './typed-amount';
import { shortAmount } from './words';

interface AmountEntryProps {
  tender: Tender;
  payment: Payment;
  typed: TypedAmount;
  /** What is wrong with the amount, or was with the last try. */
  error: string | null;
  onChange: (typed: TypedAmount) => void;
  onKey: (key: AmountKey) => void;
  inputRef: Ref<HTMLInputElement>;
}

/** The amount box, round amounts, and the keypad. The keyboard of the device stays away. */
export function AmountEntry({ tender, payment, typed, error, onChange, onKey, inputRef }: AmountEntryProps) {
  const { t } = useTranslation('payment');
  const { t: ui } = useTranslation();
  const id = useId();
  const { currency } = payment.due;
  const minor = minorOf(typed, currency);
  const quick = quickAmounts(tender, payment);
  const amountLabel = (): string => {
    if (tender.type === 'CASH') return t('cashReceived');
    if (tender.type === 'FX_CASH') return t('foreign.given', { currency });
    if (tender.type === 'CARD') return t('amountOnCard');
    if (tender.type === 'LOYALTY_CREDIT') return t('loyalty.amount');
    return tender.type === 'RECYCLING_CREDIT' ? t('recycling.hint') : t('qr.amount');
  };
  const label = (amount: QuickAmount): string => {
    if (amount.kind === 'remaining') return t('quickRemaining');
    return amount.kind === 'half' ? t('quickHalf') : shortAmount(amount.money);
  };
  return (
    <>
      <div className={cx(css.amountBox, error !== null && css.amountBad)}>
        <label htmlFor={id} className="t-label">
          {amountLabel()}
        </label>
        <div className={css.amountLine} dir="ltr">
          <span aria-hidden="true">{currencySymbol(currency)}</span>
          <input
            id={id}
            ref={inputRef}
            className={css.amountInput}
            inputMode="none"
            autoComplete="off"
            value={grouped(typed.text)}
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? undefined : `${id}e`}
            onChange={(event) => {
              const next = pasted(event.target.value, currency);
              if (next) onChange(next);
            }}
          />
        </div>
        {error !== null && (
          <p id={`${id}e`} className={css.amountError} role="alert">
            {error}
          </p>
        )}
      </div>
      <div className={css.quick} role="group" aria-label={t('quick')} style={{ gridTemplateColumns: quick.length > 3 ? 'minmax(max-content, 1.2fr) repeat(3, 1fr)' : `repeat(${quick.length}, 1fr)` }}>
        {quick.map((amount) => (
          <Chip
            key={amount.money.minor}
            isOn={minor === amount.money.minor}
            onPress={() => onChange(offered(amount.money.minor, currency))}
          >
            <bdi dir={amount.kind === 'amount' ? 'ltr' : undefined}>{label(amount)}</bdi>
          </Chip>
        ))}
      </div>
      <div className={css.pad}>
        <Keypad label={ui('keypad')} deleteLabel={ui('deleteDigit')} clearLabel={ui('clearDigits')} corner="point" onKey={onKey} />
      </div>
    </>
  );
}
