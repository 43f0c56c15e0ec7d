import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import css from './Button.module.css';
import { cx } from './cx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** `primary` is the one filled button of a view. */
  variant?: 'outline' | 'quiet' | 'primary' | 'ghost' | 'danger' | 'dangerFilled';
  size?: 'sm' | 'md' | 'lg' | 'xl';
  isWide?: boolean;
  /** Shares a row equally with its neighbours. */
  isGrowing?: boolean;
  isSpread?: boolean;
  /** Works: shows a ring beside the label and takes no second press. */
  isBusy?: boolean;
  /** Cannot act now. It stays reachable, so that a press can say why. */
  isBlocked?: boolean;
  /** Called on a press while blocked. */
  onBlocked?: () => void;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = 'outline',
  size = 'md',
  isWide,
  isGrowing,
  isSpread,
  isBusy,
  isBlocked,
  onBlocked,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cx(
        css.button,
        variant !== 'outline' && css[variant],
        size !== 'md' && css[size],
        isWide && css.wide,
        isGrowing && css.grow,
        isSpread && css.spread,
        className,
      )}
      aria-disabled={isBlocked || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        // The second half of a double click is no second wish: what it meets may be another button by then.
        if (isBusy || event.detail > 1) {
          event.preventDefault();
        } else if (isBlocked) {
          event.preventDefault();
          onBlocked?.();
        } else {
          onClick?.(event);
        }
      }}
      {...rest}
    >
      {isBusy ? <span className={css.ring} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}
