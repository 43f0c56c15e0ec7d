import { cx } from '#/ui/cx';
import css from './TaxFree.module.css';

interface StepsProps<S extends string> {
  steps: readonly S[];
  names: readonly string[];
  step: S;
}

/** Where somebody is on the way to a form. */
export function Steps<S extends string>({ steps, names, step }: StepsProps<S>) {
  return (
    <ol className={css.steps}>
      {steps.map((name, index) => (
        <li key={name} className={cx(css.step, name === step && css.stepOn)} aria-current={name === step ? 'step' : undefined}>
          {names[index]}
        </li>
      ))}
    </ol>
  );
}
