import type { ReactNode } from 'react';
import css from './Avatar.module.css';
import { cx } from './cx';

/** Initials in a circle. The name stands beside it, so readers of the screen skip this. */
export function Avatar({ children, size = 'sm', isMuted }: { children: ReactNode; size?: 'sm' | 'md' | 'lg'; isMuted?: boolean }) {
  return (
    <span className={cx(css.avatar, size !== 'sm' && css[size], isMuted && css.muted)} aria-hidden="true">
      {children}
    </span>
  );
}
