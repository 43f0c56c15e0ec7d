import { useId, type ReactNode } from 'react';
import { cx } from './cx';
import css from './Switch.module.css';

interface SwitchProps {
  label: ReactNode;
  help?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  className?: string | undefined;
}

/** Yes or no. */
export function Switch({ label, help, isOn, onChange, className }: SwitchProps) {
  const id = useId();
  return (
    <div className={cx(css.switch, className)}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-describedby={help ? `${id}h` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {help && (
        <span id={`${id}h`} className="t-meta">
          {help}
        </span>
      )}
    </div>
  );
}
