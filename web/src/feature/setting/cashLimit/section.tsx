import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import { address } from '#/api/operation';
import type { components } from '#/api/schema';
import { formatDay, isoDay } from '#/lib/date';
import { currencyExponent, formatMoney } from '#/lib/money';
import { timeNow } from '#/lib/time-now';
import { CURRENCY_OPTIONS } from '../currency';
import { EntryForm } from '../EntryForm';
import { DayInput, SelectInput, StepsInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type Limit = components['schemas']['CashLimitValue'];

const ABOVE = ['REFUSED', 'IDENTIFIED'] as const;

const blank = (): Limit => ({
  country: '',
  validFrom: isoDay(timeNow()),
  currency: 'EUR',
  residentMaximum: null,
  visitorMaximum: null,
  above: 'REFUSED',
});

function List(props: ListProps) {
  const { t, i18n } = useTranslation('setting');
  const names = new Intl.DisplayNames(i18n.language, { type: 'region', fallback: 'code' });
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/cash-limit', request)}
      rowOf={(value) => ({
        title: names.of(value.country) ?? value.country,
        sub: t('from', { date: formatDay(value.validFrom) }),
        ...(typeof value.residentMaximum === 'number' && {
          tag: { text: formatMoney({ minor: value.residentMaximum, currency: value.currency }) },
        }),
      })}
      table={{ address: (search) => address('/setting/cash-limit/export.csv', { query: { search } }), name: 'cash-limits.csv' }}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  const { t: taxFree } = useTranslation('taxFree');
  return (
    <EntryForm
      {...props}
      name="cashLimit"
      hasHistory
      blank={blank}
      titleOf={(value) => value.country}
      keyOf={(value) => `${value.country.trim()}~${value.validFrom}`}
      read={(cashLimitKey, signal) => get('/setting/cash-limit/{cashLimitKey}', { path: { cashLimitKey }, signal, notice: 'none' })}
      write={(cashLimitKey, body) => put('/setting/cash-limit/{cashLimitKey}', { path: { cashLimitKey }, body, notice: 'none' })}
    >
      {(form, isNew) => {
        const digits = currencyExponent(form.value.currency);
        const amount = { help: t('limitHelp'), digits, unit: form.value.currency, isNullable: true } as const;
        return (
          <FormSection title={t('part.limit')}>
            <TextInput form={form} name="country" label={taxFree('setting.countryCode')} isRequired isLtr isFixed={!isNew} />
            <DayInput form={form} name="validFrom" label={t('field.validFrom')} isRequired isFixed={!isNew} />
            <SelectInput form={form} name="currency" label={t('field.currencyCode')} options={CURRENCY_OPTIONS} />
            <StepsInput form={form} name="residentMaximum" label={t('field.residentMaximum')} {...amount} />
            <StepsInput form={form} name="visitorMaximum" label={t('field.visitorMaximum')} {...amount} />
            <SelectInput
              form={form}
              name="above"
              label={t('field.above')}
              options={ABOVE.map((value) => ({ value, label: t(`above.${value}`) }))}
            />
          </FormSection>
        );
      }}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
