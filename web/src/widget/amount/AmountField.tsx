import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyExponent, currencySymbol, formatMinor, parseAmount, type Currency } from '#/lib/money';
import { pressed } from '#/lib/steps';
import { Chip } from '#/ui/Chip';
import { TextField } from '#/ui/Field';
import { Keypad } from '#/ui/Keypad';
import css from './AmountField.module.css';

/** An amount that is offered above the keypad. */
export interface QuickAmount {
  label: string;
  minor: number;
}

interface AmountFieldProps {
  label: string;
  text: string;
  currency: Currency;
  quick: readonly QuickAmount[];
  /** What the quick amounts are, spoken. */
  quickLabel: string;
  help?: ReactNode;
  error?: ReactNode;
  onChange: (text: string) => void;
}

/** The text of a field that holds an amount: `1290.50`. */
export const amountText = (minor: number, currency: Currency): string =>
  formatMinor(minor, currencyExponent(currency)).replaceAll(',', '');

/** Half of an amount in whole minor units, the odd one left out. */
export const halfOf = (minor: number): number => (minor - (minor % 2)) / 2;

/** An amount as in the payment: it fills from the left as it is spoken, the first key replaces what was offered. */
export function AmountField({ label, text, currency, quick, quickLabel, help, error, onChange }: AmountFieldProps) {
  const { t: ui } = useTranslation();
  const [isOffered, setOffered] = useState(text !== '');
  const change = (next: string, offers = false): void => {
    setOffered(offers);
    onChange(next);
  };
  const minor = parseAmount(text, currency);
  return (
    <div className={css.amount}>
      <TextField
        label={label}
        isLarge
        isRequired
        dir="ltr"
        inputMode="none"
        autoComplete="off"
        autoFocus
        data-autofocus
        className={css.number}
        value={text}
        help={help}
        error={error}
        unit={currencySymbol(currency).trim()}
        onFocus={(event) => event.target.select()}
        onChange={(event) => change(event.target.value.replaceAll(/[^\d.,]/g, ''))}
      />
      <div className={css.quick} role="group" aria-label={quickLabel}>
        {quick.map((amount) => (
          <Chip key={amount.label} isOn={minor === amount.minor} onPress={() => change(amountText(amount.minor, currency), true)}>
            <bdi className="trunc">{amount.label}</bdi>
          </Chip>
        ))}
      </div>
      <Keypad
        label={ui('keypad')}
        deleteLabel={ui('deleteDigit')}
        clearLabel={ui('clearDigits')}
        corner={currencyExponent(currency) === 0 ? 'clear' : 'point'}
        onKey={(key) => change(pressed(isOffered ? '' : text, key, currencyExponent(currency)))}
      />
    </div>
  );
}
