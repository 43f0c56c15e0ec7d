import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react';
import { cx } from './cx';
import css from './Field.module.css';

interface FieldFrame {
  label: string;
  /** The label is spoken but not drawn: a search field says what it is with its placeholder. */
  isLabelHidden?: boolean;
  help?: ReactNode;
  error?: ReactNode;
  isRequired?: boolean;
  isLarge?: boolean;
  start?: ReactNode;
  end?: ReactNode;
  /** What is counted: per cent, grams, a currency. It is read after the number in every language. */
  unit?: string | undefined;
  className?: string | undefined;
}

type TextFieldProps = FieldFrame & Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & { ref?: Ref<HTMLInputElement> };

function Message({ id, error, help }: { id: string; error: ReactNode; help: ReactNode }) {
  if (error) {
    return (
      <div id={id} className={cx(css.message, css.error)} role="alert">
        <IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />
        <span>{error}</span>
      </div>
    );
  }
  return help ? (
    <div id={id} className={css.message}>
      {help}
    </div>
  ) : null;
}

export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, help, error, isRequired, isLarge, start, end, unit, className, ...input } = props;
  const id = useId();
  const messageId = `${id}m`;
  return (
    <div className={cx(css.field, className)}>
      <label htmlFor={id} className={cx(isLabelHidden ? 'sr' : css.label, isRequired && css.required)}>
        {label}
      </label>
      <div className={cx(css.box, isLarge && css.lg, Boolean(error) && css.bad, unit && css.measured)} dir={unit ? 'ltr' : undefined}>
        {start}
        <input
          id={id}
          className={css.input}
          aria-required={isRequired || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? messageId : undefined}
          {...input}
        />
        {unit && <span className={css.unit}>{unit}</span>}
        {end && <span className={css.end}>{end}</span>}
      </div>
      <Message id={messageId} error={error} help={help} />
    </div>
  );
}

type TextAreaProps = FieldFrame & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextArea(props: TextAreaProps) {
  const { label, isLabelHidden, help, error, isRequired, isLarge: _, start: __, end: ___, unit: ____, className, ...area } = props;
  const id = useId();
  const messageId = `${id}m`;
  return (
    <div className={cx(css.field, className)}>
      <label htmlFor={id} className={cx(isLabelHidden ? 'sr' : css.label, isRequired && css.required)}>
        {label}
      </label>
      <div className={cx(css.box, Boolean(error) && css.bad)}>
        <textarea
          id={id}
          className={cx(css.input, css.area)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? messageId : undefined}
          {...area}
        />
      </div>
      <Message id={messageId} error={error} help={help} />
    </div>
  );
}
