import { useTranslation } from 'react-i18next';
import { SelectField } from '#/ui/SelectField';
import { countryOptions } from './state';

interface CountrySelectProps {
  label: string;
  codes: readonly string[];
  /** They stand first. */
  preferred: readonly string[];
  value: string;
  error?: string | undefined;
  onChange: (code: string) => void;
}

export function CountrySelect({ label, codes, preferred, value, error, onChange }: CountrySelectProps) {
  const { i18n } = useTranslation();
  const { first, rest } = countryOptions(codes, preferred, i18n.language);
  const option = ({ code, name }: { code: string; name: string }) => (
    <option key={code} value={code}>
      {name}
    </option>
  );
  return (
    <SelectField label={label} isRequired value={codes.includes(value) ? value : ''} error={error} onChange={onChange}>
      <option value="" />
      {first.map(option)}
      {first.length > 0 && <hr />}
      {rest.map(option)}
    </SelectField>
  );
}
