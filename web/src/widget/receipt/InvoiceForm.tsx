import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { ApiError, errorText } from '#/api/refusal';
import type { InvoiceBuyer, Order } from '#/api/types';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { SelectField } from '#/ui/SelectField';
import { useIssueInvoice } from './use-receipt';
import css from './Receipt.module.css';

/** The countries by name, in the language of the till. */
function useCountries(): { code: string; name: string }[] {
  const { i18n } = useTranslation();
  const { data } = useQuery({
    queryKey: ['customer-areas'],
    queryFn: ({ signal }) => get('/customer/area', { signal, notice: 'none' }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'region', fallback: 'code' });
    const { compare } = new Intl.Collator(i18n.language);
    const codes = new Set((data ?? []).map(({ country }) => country));
    return [...codes].map((code) => ({ code, name: names.of(code) ?? code })).toSorted((a, b) => compare(a.name, b.name));
  }, [data, i18n.language]);
}

const REQUIRED = ['name', 'address', 'city', 'country'] as const satisfies readonly (keyof InvoiceBuyer)[];

interface BuyerFieldsProps {
  buyer: InvoiceBuyer;
  onChange: (buyer: InvoiceBuyer) => void;
  errorOf: (field: keyof InvoiceBuyer) => string | undefined;
}

function BuyerFields({ buyer, onChange, errorOf }: BuyerFieldsProps) {
  const { t } = useTranslation('order');
  const countries = useCountries();
  const line = (field: keyof InvoiceBuyer) => ({
    label: t(`invoice.${field}`),
    value: buyer[field],
    error: errorOf(field),
    isRequired: (REQUIRED as readonly string[]).includes(field),
    autoComplete: 'off',
    ...(buyer[field] === '' ? {} : { dir: 'auto' }),
    onChange: (event: { target: { value: string } }) => onChange({ ...buyer, [field]: event.target.value }),
  });
  return (
    <>
      <TextField {...line('name')} />
      <TextField {...line('address')} />
      <div className={css.pair}>
        <TextField {...line('postalCode')} />
        <TextField {...line('city')} />
      </div>
      <SelectField
        label={t('invoice.country')}
        isRequired
        value={buyer.country}
        error={errorOf('country')}
        onChange={(country) => onChange({ ...buyer, country })}
      >
        {!countries.some(({ code }) => code === buyer.country) && <option value={buyer.country}>{buyer.country}</option>}
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField {...line('vatNo')} />
    </>
  );
}

interface InvoiceFormProps {
  order: Order;
  language: string;
  /** Where the shop is: most buyers are from there. */
  country: string;
}

/** To whom the invoice is made out. What is made out stays. */
export function InvoiceForm({ order, language, country }: InvoiceFormProps) {
  const { t } = useTranslation('order');
  const id = useId();
  const customer = order.customer?.name ?? null;
  const [isCustomer, setCustomer] = useState(customer !== null);
  const [buyer, setBuyer] = useState<InvoiceBuyer>({ name: '', address: '', postalCode: '', city: '', country, vatNo: '' });
  const [isTried, setTried] = useState(false);
  const issue = useIssueInvoice(order.orderId);
  const missing = isCustomer ? [] : REQUIRED.filter((field) => buyer[field].trim() === '');
  const field = issue.error instanceof ApiError ? (issue.error.refusal?.field ?? null) : null;
  const errorOf = (name: keyof InvoiceBuyer): string | undefined => {
    if (isTried && (missing as readonly string[]).includes(name)) return t('invoice.missing');
    return issue.error && field === name ? errorText(issue.error) : undefined;
  };
  const isElsewhere = issue.error !== null && !Object.keys(buyer).includes(field ?? '');
  const submit = (): void => {
    setTried(true);
    if (missing.length > 0 || issue.isPending) return;
    issue.mutate({ buyer: isCustomer ? null : buyer, language });
  };
  return (
    <form
      id={id}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {customer !== null && (
        <Segment
          label={t('invoice.buyer')}
          isWide
          value={isCustomer ? 'customer' : 'other'}
          options={[
            { value: 'customer', label: t('invoice.customer') },
            { value: 'other', label: t('invoice.other') },
          ]}
          onChange={(value) => {
            issue.reset();
            setCustomer(value === 'customer');
          }}
        />
      )}
      {isCustomer && customer !== null ? (
        <p className="t-meta">{t('invoice.customerHelp', { name: customer })}</p>
      ) : (
        <BuyerFields
          buyer={buyer}
          errorOf={errorOf}
          onChange={(typed) => {
            issue.reset();
            setBuyer(typed);
          }}
        />
      )}
      {isElsewhere && (
        <Note tone="garnet" role="alert">
          {errorText(issue.error)}
        </Note>
      )}
      <Button variant="primary" size="lg" isWide type="submit" isBusy={issue.isPending}>
        {t('invoice.issue')}
      </Button>
    </form>
  );
}
