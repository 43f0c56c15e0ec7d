import { IconChevronDown } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import css from './Field.module.css';
import { cx } from './cx';

interface SelectFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** `option` elements. */
  children: ReactNode;
  help?: ReactNode;
}

/** A choice from a list, with the list of the device: it works by touch, key and screen reader. */
export function SelectField({ label, value, onChange, children, help }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <div className={cx(css.box, css.selectBox)}>
        <select
          id={id}
          className={css.select}
          value={value}
          aria-describedby={help ? `${id}m` : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
        <IconChevronDown size={20} stroke={1.6} className={css.selectIcon} aria-hidden="true" />
      </div>
      {help && (
        <div id={`${id}m`} className={css.message}>
          {help}
        </div>
      )}
    </div>
  );
}
