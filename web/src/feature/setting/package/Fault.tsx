import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './Package.module.css';

/**
 * What keeps something from being switched on. It stands where a help text would: a draft with
 * faults may be saved, so that the field is not wrong as one is that cannot be read.
 */
export function Fault({ text, children }: { text: string | undefined; children?: ReactNode }) {
  if (!text) return children ?? null;
  return (
    <span className={css.fault} data-fault>
      <IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />
      <span>{text}</span>
    </span>
  );
}
