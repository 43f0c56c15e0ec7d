import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pressed } from '#/lib/steps';
import { TextField } from '#/ui/Field';
import { Keypad } from '#/ui/Keypad';
import css from './Deal.module.css';

interface NumberFieldProps {
  label: string;
  text: string;
  digits: number;
  /** What is counted: a currency, grams, per cent. */
  unit: string;
  help?: ReactNode;
  error?: ReactNode;
  onChange: (text: string) => void;
}

/** A number with its keypad: touch and keyboard fill the same field, and the device's own keyboard stays away. */
export function NumberField({ label, text, digits, unit, help, error, onChange }: NumberFieldProps) {
  const { t: ui } = useTranslation();
  // What the till put there goes with the first key.
  const [isOffered, setOffered] = useState(text !== '');
  const change = (next: string): void => {
    setOffered(false);
    onChange(next);
  };
  return (
    <>
      <TextField
        label={label}
        isLarge
        isRequired
        dir="ltr"
        inputMode="none"
        autoComplete="off"
        data-autofocus
        className={css.number}
        value={text}
        help={help}
        error={error}
        unit={unit}
        onFocus={(event) => event.target.select()}
        onChange={(event) => change(event.target.value.replaceAll(/[^\d.,]/g, ''))}
      />
      <Keypad
        label={ui('keypad')}
        deleteLabel={ui('deleteDigit')}
        clearLabel={ui('clearDigits')}
        corner={digits === 0 ? 'clear' : 'point'}
        onKey={(key) => change(pressed(isOffered ? '' : text, key, digits))}
      />
    </>
  );
}
