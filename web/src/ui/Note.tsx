import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import css from './Note.module.css';

export type NoteTone = 'sapphire' | 'citrine' | 'garnet' | 'emerald' | 'champagne' | 'neutral';

interface NoteProps {
  tone?: NoteTone;
  children: ReactNode;
  action?: ReactNode;
  role?: 'status' | 'alert';
}

/** A remark in place: the part of an error that does not vanish. */
export function Note({ tone = 'sapphire', children, action, role }: NoteProps) {
  const Icon = tone === 'emerald' ? IconCircleCheck : tone === 'citrine' || tone === 'garnet' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div className={cx(css.note, tone !== 'sapphire' && css[tone])} role={role}>
      <Icon size={20} stroke={1.6} className={css.icon} aria-hidden="true" />
      <div className={css.body}>{children}</div>
      {action}
    </div>
  );
}
