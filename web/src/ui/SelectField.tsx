import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
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
  error?: ReactNode;
  isRequired?: boolean;
  /** The label is spoken but not drawn. */
  isLabelHidden?: boolean;
}

/** A choice from a list, with the list of the device: it works by touch, key and screen reader. */
export function SelectField({ label, value, onChange, children, help, error, isRequired, isLabelHidden }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id} className={cx(isLabelHidden ? 'sr' : css.label, isRequired && css.required)}>
        {label}
      </label>
      <div className={cx(css.box, css.selectBox, Boolean(error) && css.bad)}>
        <select
          id={id}
          className={css.select}
          value={value}
          aria-required={isRequired || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={help || error ? `${id}m` : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
        <IconChevronDown size={20} stroke={1.6} className={css.selectIcon} aria-hidden="true" />
      </div>
      {error && (
        <div id={`${id}m`} className={cx(css.message, css.error)} role="alert">
          <IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />
          <span>{error}</span>
        </div>
      )}
      {help && !error && (
        <div id={`${id}m`} className={css.message}>
          {help}
        </div>
      )}
    </div>
  );
}
