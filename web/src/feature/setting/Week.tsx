import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '#/ui/Chip';
import { weekdayNames } from './weekday';
import css from './Week.module.css';

interface WeekProps {
  label: string;
  /** Whether a day is chosen, 0 for Monday. */
  isOn: (day: number) => boolean;
  onSwitch: (day: number) => void;
  /** What is said of the days. */
  children?: ReactNode;
}

/** Some days of the week. */
export function Week({ label, isOn, onSwitch, children }: WeekProps) {
  const { i18n } = useTranslation();
  return (
    <div className={css.week} role="group" aria-label={label}>
      {weekdayNames(i18n.language).map((name, day) => (
        <Chip key={name} isOn={isOn(day)} onPress={() => onSwitch(day)}>
          {name}
        </Chip>
      ))}
      {children}
    </div>
  );
}
