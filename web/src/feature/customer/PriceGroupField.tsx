import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import { useMay } from '#/api/permission';
import { errorText } from '#/api/refusal';
import type { Customer } from '#/api/types';
import { Note } from '#/ui/Note';
import css from './CustomerDialog.module.css';

/** Choosing the price lists that hold for a customer. */
const CHOOSE = 'crm.priceGroup';

const groupsQuery = queryOptions({
  queryKey: ['customerPriceGroup'],
  queryFn: ({ signal }) => get('/customer/price-group', { signal, notice: 'none' }),
  staleTime: 60_000,
});

/** The price groups of a customer: chosen by who may, and kept at once. Nobody else sees the field. */
export function PriceGroupField({ customer, onKept }: { customer: Customer; onKept: (now: Customer) => void }) {
  const { t } = useTranslation('customer');
  const may = useMay(CHOOSE);
  const { data: groups, error } = useQuery({ ...groupsQuery, enabled: may });
  const { customerId, version, priceGroups } = customer;
  const change = useMutation({
    mutationFn: (wanted: string[]) =>
      put('/customer/{customerId}/price-group', { path: { customerId }, body: { version, priceGroups: wanted }, notice: 'none' }),
    onSuccess: onKept,
  });
  if (!may) return null;
  const failure = change.error ?? error;
  return (
    <fieldset className={css.section}>
      <legend>{t('priceGroup.title')}</legend>
      <p className="t-meta">{groups?.length === 0 ? t('priceGroup.none') : t('priceGroup.help')}</p>
      {groups?.map(({ priceGroupCode: code, description, currencyCode }) => (
        <label key={code} className={css.priceGroup}>
          <input
            type="checkbox"
            checked={priceGroups.includes(code)}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.target.checked ? [...priceGroups, code] : priceGroups.filter((other) => other !== code))}
          />
          <span>
            {description} <span className="t-meta">{`${code} · ${currencyCode}`}</span>
          </span>
        </label>
      ))}
      {failure && (
        <Note tone="garnet" role="alert">
          {errorText(failure)}
        </Note>
      )}
    </fieldset>
  );
}
