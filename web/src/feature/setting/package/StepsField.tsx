import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '#/ui/Field';
import { parseSteps, writeSteps } from '../edits';

interface StepsFieldProps {
  label: string;
  value: number;
  digits: number;
  unit?: string | undefined;
  help?: ReactNode;
  isLabelHidden?: boolean;
  onChange: (value: number) => void;
}

/** A number of small steps within a row. What is no number stays to be seen and changes nothing. */
export function StepsField({ label, value, digits, unit, help, isLabelHidden = false, onChange }: StepsFieldProps) {
  const { t } = useTranslation('setting');
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && parseSteps(typed, digits) === null;
  return (
    <TextField
      label={label}
      isLabelHidden={isLabelHidden}
      help={help}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      unit={unit}
      value={typed ?? writeSteps(value, digits)}
      error={isWrong ? t('form.number', { count: digits }) : undefined}
      onChange={(event) => {
        setTyped(event.target.value);
        const steps = parseSteps(event.target.value, digits);
        if (steps !== null) onChange(steps);
      }}
      onBlur={() => {
        if (!isWrong) setTyped(null);
      }}
    />
  );
}
