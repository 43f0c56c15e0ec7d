import css from './Boxes.module.css';
import type { Choice } from './section';

interface BoxesProps {
  label: string;
  options: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** What stands under the boxes, and whether it says that something is wrong. */
  error?: string | undefined;
}

/** Any number of a list. */
export function Boxes({ label, options, chosen, onChange, error }: BoxesProps) {
  return (
    <div className={css.boxes} role="group" aria-label={label}>
      {options.map(({ value, label: name }) => (
        <label key={value} className={css.check}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            aria-invalid={error ? true : undefined}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, value].toSorted() : chosen.filter((other) => other !== value))
            }
          />
          {name}
        </label>
      ))}
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
