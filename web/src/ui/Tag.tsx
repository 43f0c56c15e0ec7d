import type { ReactNode } from 'react';
import { cx } from './cx';
import css from './Tag.module.css';

export type Tone = 'emerald' | 'garnet' | 'citrine' | 'sapphire' | 'champagne' | 'accent';

/** A word in colour: only for what is not normal. */
export function Tag({ tone, icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={cx(css.tag, tone && css[tone])}>
      {icon}
      {children}
    </span>
  );
}
