import type { Ref } from 'react';
import css from './CodeField.module.css';
import { cx } from './cx';

const BOXES = [0, 1, 2, 3, 4, 5] as const;
export const CODE_LENGTH = BOXES.length;

interface CodeFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isDisabled?: boolean;
  isBad?: boolean;
  describedBy?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Six digits: one field, so that paste and one-time-code autofill work, drawn as six boxes. */
export function CodeField({ label, value, onChange, isDisabled, isBad, describedBy, ref }: CodeFieldProps) {
  return (
    <div className={cx(css.frame, isDisabled && css.off, isBad && css.bad)} dir="ltr">
      <input
        ref={ref}
        className={css.input}
        aria-label={label}
        aria-invalid={isBad || undefined}
        aria-describedby={describedBy}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_LENGTH}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH))}
      />
      <div className={css.boxes} aria-hidden="true">
        {BOXES.map((index) => (
          <span key={index} className={cx(css.box, index === Math.min(value.length, CODE_LENGTH - 1) && css.next)}>
            {value[index] ?? ''}
          </span>
        ))}
      </div>
    </div>
  );
}
