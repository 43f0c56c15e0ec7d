import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextArea, TextField } from '#/ui/Field';
import { SelectField } from '#/ui/SelectField';
import { Switch } from '#/ui/Switch';
import { formatDay } from '#/lib/date';
import { parseSteps, writeSteps } from '#/lib/steps';
import type { Choice } from './section';
import css from './Setting.module.css';
import type { Form } from './use-form';

type NameOf<T, V> = { [K in keyof T]-?: T[K] extends V ? K : never }[keyof T] & string;

interface FieldProps<T, V> {
  form: Form<T>;
  name: NameOf<T, V>;
  label: string;
  help?: ReactNode;
  isRequired?: boolean;
  /** It cannot be changed any more. */
  isFixed?: boolean;
}

/** One line of text. A blank one of something that may be absent is none. */
export function TextInput<T extends object>(props: FieldProps<T, string | null | undefined> & { isLtr?: boolean; isNullable?: boolean; isWide?: boolean }) {
  const { form, name, label, help, isRequired, isFixed, isLtr, isNullable, isWide } = props;
  const value = (form.value[name] ?? '') as string;
  return (
    <TextField
      label={label}
      help={help}
      className={isWide ? css.wide : undefined}
      isRequired={isRequired ?? false}
      readOnly={isFixed ?? false}
      value={value}
      error={form.errorOf(name)}
      autoComplete="off"
      // A name in Latin letters keeps its full stop at its end in Arabic, too.
      {...(isLtr ? { dir: 'ltr', spellCheck: false } : value === '' ? {} : { dir: 'auto' })}
      onChange={(event) => {
        const typed = event.target.value;
        form.set({ [name]: isNullable && typed === '' ? null : typed } as Partial<T>);
      }}
    />
  );
}

/** The code of an entry: typed once, and then it stays. */
export function CodeInput<T extends { key: string }>({ form, label, isNew }: { form: Form<T>; label?: string; isNew: boolean }) {
  const { t } = useTranslation('setting');
  return (
    <TextInput
      form={form as unknown as Form<{ key: string }>}
      name="key"
      label={label ?? t('field.key')}
      help={isNew ? t('codeHelp') : undefined}
      isRequired
      isLtr
      isFixed={!isNew}
    />
  );
}

const ROWS_MIN = 4;
const ROWS_MAX = 20;

/** Several lines of text, over the whole width. */
export function TextAreaInput<T extends object>({ form, name, label, help }: FieldProps<T, string>) {
  return (
    <TextArea
      label={label}
      help={help}
      className={css.wide}
      // As tall as what it holds, where the browser does not see to it by itself.
      rows={Math.min(Math.max((form.value[name] as string).split('\n').length, ROWS_MIN), ROWS_MAX)}
      value={form.value[name] as string}
      error={form.errorOf(name)}
      onChange={(event) => form.set({ [name]: event.target.value } as Partial<T>)}
    />
  );
}

/** A calendar day, or none. */
export function DayInput<T extends object>({ form, name, label, help, isRequired, isFixed }: FieldProps<T, string | null | undefined>) {
  const day = (form.value[name] ?? '') as string;
  if (isFixed) return <TextField label={label} help={help} readOnly dir="ltr" value={day === '' ? '' : formatDay(day)} />;
  return (
    <TextField
      type="date"
      label={label}
      help={help}
      isRequired={isRequired ?? false}
      value={day}
      error={form.errorOf(name)}
      onChange={(event) => form.set({ [name]: event.target.value === '' ? null : event.target.value } as Partial<T>)}
    />
  );
}

/** A time of day as `02:10`, or none. */
export function TimeInput<T extends object>(props: FieldProps<T, string | null | undefined> & { isNullable?: boolean }) {
  const { form, name, label, help, isRequired, isNullable } = props;
  return (
    <TextField
      type="time"
      label={label}
      help={help}
      isRequired={isRequired ?? false}
      value={(form.value[name] ?? '') as string}
      error={form.errorOf(name)}
      onChange={(event) => form.set({ [name]: isNullable && event.target.value === '' ? null : event.target.value } as Partial<T>)}
    />
  );
}

/** A number of small steps, shown with `digits` decimals: minor units as an amount, milligrams as grams. */
export function StepsInput<T extends object>(props: FieldProps<T, number | null | undefined> & { digits: number; unit?: string; isNullable?: boolean }) {
  const { form, name, label, help, isRequired, digits, unit, isNullable } = props;
  const { t } = useTranslation('setting');
  const value = form.value[name] as number | null | undefined;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value === null || value === undefined ? '' : writeSteps(value, digits);
  return (
    <TextField
      label={label}
      help={help}
      isRequired={isRequired ?? false}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      unit={unit}
      value={typed ?? shown}
      error={form.errorOf(name, digits)}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        const steps = parseSteps(text, digits);
        const isNone = text.trim() === '' && isNullable;
        form.setFault(name, steps === null && !isNone ? t('form.number', { count: digits }) : undefined);
        if (steps !== null || isNone) form.set({ [name]: steps } as Partial<T>);
      }}
      onBlur={() => {
        // What is no number stays to be seen; what is one is shown as it will be kept.
        if (typed !== null && (parseSteps(typed, digits) !== null || (typed.trim() === '' && isNullable))) setTyped(null);
      }}
    />
  );
}

interface SelectInputProps<T extends object> extends FieldProps<T, string | null | undefined> {
  options: readonly Choice[];
  /** Words for none of them. */
  none?: string;
  /** Words for a choice that is still to be made. */
  blank?: string;
  /** What a choice sets; the field of the name alone without it. */
  onChosen?: (value: string) => void;
}

/** One of a list. */
export function SelectInput<T extends object>({ form, name, label, help, options, none, blank, onChosen, isFixed, isRequired }: SelectInputProps<T>) {
  const value = (form.value[name] ?? '') as string;
  const error = form.errorOf(name);
  if (isFixed) {
    const chosen = options.find((option) => option.value === value);
    return <TextField label={label} help={help} readOnly dir="auto" value={chosen?.label ?? value} />;
  }
  return (
    <SelectField
      label={label}
      help={help}
      error={error}
      isRequired={isRequired ?? false}
      value={value}
      onChange={(chosen) => {
        if (onChosen) onChosen(chosen);
        else form.set({ [name]: chosen === '' && none !== undefined ? null : chosen } as Partial<T>);
      }}
    >
      {(none !== undefined || value === '') && <option value="">{none ?? blank ?? ''}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}

/** Yes or no. */
export function SwitchInput<T extends object>({ form, name, label, help }: FieldProps<T, boolean>) {
  return (
    <Switch
      className={css.switch}
      label={label}
      help={help}
      isOn={form.value[name] as boolean}
      onChange={(isOn) => form.set({ [name]: isOn } as Partial<T>)}
    />
  );
}
