import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import { SelectField } from '#/ui/SelectField';
import { reasonQuery } from '../queries';

interface ReasonFieldProps {
  /** What the reason is for: a line and its price, or the whole basket. */
  use: 'line' | 'basket';
  value: string;
  error?: string;
  onChange: (reasonCode: string) => void;
}

/** Why: one of head office's reasons. */
export function ReasonField({ use, value, error, onChange }: ReasonFieldProps) {
  const { t } = useTranslation('sale');
  const { data, error: failure } = useQuery(reasonQuery);
  return (
    <SelectField
      label={t('deal.reason')}
      value={value}
      error={error ?? (failure ? errorText(failure) : undefined)}
      onChange={onChange}
    >
      <option value="">{t('deal.reasonNone')}</option>
      {(data ?? [])
        .filter(({ forLine, forBasket }) => (use === 'line' ? forLine : forBasket))
        .map(({ reasonCode, name }) => (
          <option key={reasonCode} value={reasonCode}>
            {name}
          </option>
        ))}
    </SelectField>
  );
}
