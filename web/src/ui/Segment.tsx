import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx';
import css from './Segment.module.css';

interface SegmentProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode; lang?: string }[];
  onChange: (value: T) => void;
  isWide?: boolean;
}

/** Two to five choices of which one holds. Arrow keys move as in a radio group. */
export function Segment<T extends string>({ label, value, options, onChange, isWide }: SegmentProps<T>) {
  const id = useId();
  const onKey = (event: KeyboardEvent, index: number): void => {
    const isForward = event.key === 'ArrowRight' || event.key === 'ArrowDown';
    const isBack = event.key === 'ArrowLeft' || event.key === 'ArrowUp';
    if (!isForward && !isBack) return;
    event.preventDefault();
    const isMirrored = document.documentElement.dir === 'rtl' && /Left|Right/.test(event.key);
    const step = isForward === isMirrored ? -1 : 1;
    const next = options[(index + step + options.length) % options.length];
    if (!next) return;
    onChange(next.value);
    document.getElementById(`${id}${next.value}`)?.focus();
  };
  return (
    <div className={cx(css.segment, isWide && css.wide)} role="radiogroup" aria-label={label}>
      {options.map((option, index) => (
        <button
          key={option.value}
          id={`${id}${option.value}`}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          lang={option.lang}
          className={cx(css.option, option.value === value && css.on)}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => onKey(event, index)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
