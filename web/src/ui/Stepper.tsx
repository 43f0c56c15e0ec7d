import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { cx } from './cx';
import css from './Stepper.module.css';

interface StepperProps {
  label: string;
  value: number;
  decreaseLabel: string;
  increaseLabel: string;
  removeLabel: string;
  /** Why it cannot go further; a press on the blocked side says it. */
  decreaseRefusal?: string | null;
  increaseRefusal?: string | null;
  onDecrease: () => void;
  onIncrease: () => void;
  onRemove: () => void;
  onRefused?: (reason: string) => void;
}

/** A quantity with minus and plus. At 1 the minus is a bin. */
export function Stepper(props: StepperProps) {
  const { value, decreaseRefusal, increaseRefusal, onRefused } = props;
  const isLast = value <= 1;
  const press = (refusal: string | null | undefined, act: () => void) => () => {
    if (refusal) onRefused?.(refusal);
    else act();
  };
  return (
    <div className={css.stepper} role="group" aria-label={props.label}>
      <button
        type="button"
        className={cx(isLast && css.bin)}
        aria-label={isLast ? props.removeLabel : props.decreaseLabel}
        aria-disabled={decreaseRefusal ? true : undefined}
        onClick={press(decreaseRefusal, isLast ? props.onRemove : props.onDecrease)}
      >
        {isLast ? <IconTrash size={20} stroke={1.6} /> : <IconMinus size={20} stroke={1.6} />}
      </button>
      <output className={css.value}>{value}</output>
      <button
        type="button"
        aria-label={props.increaseLabel}
        aria-disabled={increaseRefusal ? true : undefined}
        onClick={press(increaseRefusal, props.onIncrease)}
      >
        <IconPlus size={20} stroke={1.6} />
      </button>
    </div>
  );
}
