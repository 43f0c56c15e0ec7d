import { Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Days, NamedDays } from '#/lib/days';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { TextField } from '#/ui/Field';
import css from './DaysButton.module.css';

interface DaysButtonProps<N extends NamedDays> {
  /** The days that are shown, in words. */
  label: string;
  /** What can be asked for; `undefined` is what is shown when nobody asks. */
  choices: readonly { days: N | undefined; name: string }[];
  chosen: N | undefined;
  /** The days that own days start from. */
  shown: Days;
  today: string;
  onChange: (change: { days: N | undefined; from: string | undefined; to: string | undefined }) => void;
}

function CustomDays({ shown, today, onDone }: { shown: Days; today: string; onDone: (days: Days) => void }) {
  const { t } = useTranslation('order');
  const [from, setFrom] = useState(shown.from);
  const [to, setTo] = useState(shown.to);
  const [isTried, setTried] = useState(false);
  const error = from === '' || to === '' ? t('days.missing') : from > to ? t('days.wrongOrder') : null;
  return (
    <form
      className={css.custom}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!error) onDone({ from, to });
      }}
    >
      <TextField label={t('days.from')} type="date" value={from} max={today} onChange={(event) => setFrom(event.target.value)} />
      <TextField
        label={t('days.to')}
        type="date"
        value={to}
        max={today}
        {...(isTried && error ? { error } : {})}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button variant="primary" type="submit" isWide>
        {t('days.apply')}
      </Button>
    </form>
  );
}

/** The days of a list as one button: by name, or from one day to another. */
export function DaysButton<N extends NamedDays>({ label, choices, chosen, shown, today, onChange }: DaysButtonProps<N>) {
  const { t } = useTranslation('order');
  const [isOpen, setOpen] = useState(false);
  const [isCustom, setCustom] = useState(false);
  const isCustomShown = isCustom || chosen === 'custom';
  const pressed = isCustomShown ? 'custom' : chosen;
  const own = choices.find(({ days }) => days === 'custom')?.days;
  const choose = (days: N | undefined): void => {
    if (days === 'custom') {
      setCustom(true);
      return;
    }
    onChange({ days, from: undefined, to: undefined });
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} width={300} position="bottom-start" onClose={() => setCustom(false)}>
      <Popover.Target>
        <Button
          variant="quiet"
          className={css.days}
          icon={<IconCalendar size={20} stroke={1.6} aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-label={`${t('days.name')}: ${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          <bdi className="num trunc">{label}</bdi>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('days.name')}>
        <div className={css.presets} role="group" aria-label={t('days.name')}>
          {choices.map(({ days, name }) => (
            <button
              key={days ?? ''}
              type="button"
              aria-pressed={days === pressed}
              className={cx(css.preset, days === pressed && css.presetOn)}
              onClick={() => choose(days)}
            >
              {name}
            </button>
          ))}
        </div>
        {isCustomShown && (
          <CustomDays
            shown={shown}
            today={today}
            onDone={(days) => {
              onChange({ days: own, ...days });
              setOpen(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
