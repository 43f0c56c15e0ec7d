import type { ReactNode } from 'react';
import css from './Chip.module.css';
import { cx } from './cx';

interface ChipProps {
  isOn: boolean;
  onPress: () => void;
  count?: string;
  children: ReactNode;
}

/** A filter that is on or off. */
export function Chip({ isOn, onPress, count, children }: ChipProps) {
  return (
    <button type="button" className={cx(css.chip, isOn && css.on)} aria-pressed={isOn} onClick={onPress}>
      {children}
      {count !== undefined && <span className={css.count}>{count}</span>}
    </button>
  );
}
