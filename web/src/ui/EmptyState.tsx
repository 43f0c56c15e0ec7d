import type { ReactNode } from 'react';
import bangle from '#/asset/bangle.svg';
import pendant from '#/asset/pendant.svg';
import ring from '#/asset/ring.svg';
import { cx } from './cx';
import css from './EmptyState.module.css';

const PIECES = { ring, bangle, pendant } as const;

interface EmptyStateProps {
  piece?: keyof typeof PIECES;
  isLarge?: boolean;
  title: string;
  text: ReactNode;
  actions?: ReactNode;
}

/** A piece under the arch, one serif line, one sentence about where such things come from. */
export function EmptyState({ piece = 'ring', isLarge, title, text, actions }: EmptyStateProps) {
  return (
    <div className={css.state}>
      <div className={cx(css.niche, isLarge && css.large)}>
        <img src={PIECES[piece]} alt="" />
      </div>
      <h2 className={cx('t-disp', css.title)}>{title}</h2>
      <p className={css.text}>{text}</p>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
