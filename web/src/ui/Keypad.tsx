import { IconBackspace } from '@tabler/icons-react';
import css from './Keypad.module.css';

export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'clear' | 'delete';

interface KeypadProps {
  label: string;
  deleteLabel: string;
  clearLabel: string;
  /** Amounts have a decimal point in the corner, quantities a C. */
  corner: 'point' | 'clear';
  onKey: (key: KeypadKey) => void;
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** 1-2-3 on top as on every card terminal, never mirrored. */
export function Keypad({ label, deleteLabel, clearLabel, corner, onKey }: KeypadProps) {
  return (
    <div className={css.pad} role="group" aria-label={label} dir="ltr">
      {DIGITS.map((digit) => (
        <button key={digit} type="button" className={css.key} onClick={() => onKey(digit)}>
          {digit}
        </button>
      ))}
      {corner === 'point' ? (
        <button type="button" className={css.key} onClick={() => onKey('.')}>
          .
        </button>
      ) : (
        <button type="button" className={css.key} aria-label={clearLabel} onClick={() => onKey('clear')}>
          C
        </button>
      )}
      <button type="button" className={css.key} onClick={() => onKey('0')}>
        0
      </button>
      <button type="button" className={css.key} aria-label={deleteLabel} onClick={() => onKey('delete')}>
        <IconBackspace size={24} stroke={1.6} />
      </button>
    </div>
  );
}
