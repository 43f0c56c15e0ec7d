import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './cx';
import css from './IconButton.module.css';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name: an icon alone has none. */
  label: string;
  icon: ReactNode;
  isFramed?: boolean;
  isLarge?: boolean;
  isDanger?: boolean;
  isOn?: boolean;
  /** A count on the corner; nothing at 0, `99+` above 99. */
  badge?: number;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, icon, isFramed, isLarge, isDanger, isOn, badge = 0, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={cx(css.button, isFramed && css.framed, isLarge && css.large, isDanger && css.danger, isOn && css.on, className)}
      {...rest}
    >
      {icon}
      {badge > 0 && (
        <span className={css.badge} aria-hidden="true">
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </button>
  );
}
