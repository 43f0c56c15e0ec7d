import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import { address } from '#/api/operation';
import type { components } from '#/api/schema';
import { formatDay, isoDay } from '#/lib/date';
import { writeShort } from '#/lib/steps';
import { timeNow } from '#/lib/time-now';
import { CURRENCY_OPTIONS } from '../currency';
import { EntryForm } from '../EntryForm';
import { DayInput, SelectInput, StepsInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type Rate = components['schemas']['ExchangeRateValue'];

const RATE_DIGITS = 8;

const blank = (): Rate => ({ currencyCode: 'EUR', foreignCode: 'USD', validFrom: isoDay(timeNow()), rate: 0 });
const pairOf = (value: Rate): string => `${value.foreignCode} → ${value.currencyCode}`;

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/exchange-rate', request)}
      rowOf={(value) => ({
        title: pairOf(value),
        sub: t('from', { date: formatDay(value.validFrom) }),
        tag: { text: writeShort(value.rate, RATE_DIGITS) },
      })}
      table={{ address: (search) => address('/setting/exchange-rate/export.csv', { query: { search } }), name: 'exchange-rates.csv' }}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryForm
      {...props}
      name="exchangeRate"
      hasHistory
      blank={blank}
      titleOf={pairOf}
      keyOf={(value) => `${value.currencyCode}~${value.foreignCode}~${value.validFrom}`}
      read={(exchangeRateKey, signal) => get('/setting/exchange-rate/{exchangeRateKey}', { path: { exchangeRateKey }, signal, notice: 'none' })}
      write={(exchangeRateKey, body) => put('/setting/exchange-rate/{exchangeRateKey}', { path: { exchangeRateKey }, body, notice: 'none' })}
    >
      {(form, isNew) => (
        <FormSection title={t('part.rate')}>
          <SelectInput form={form} name="foreignCode" label={t('field.foreignCode')} options={CURRENCY_OPTIONS} isRequired isFixed={!isNew} />
          <SelectInput form={form} name="currencyCode" label={t('field.currencyCode')} options={CURRENCY_OPTIONS} isRequired isFixed={!isNew} />
          <DayInput form={form} name="validFrom" label={t('field.validFrom')} help={t('rateHolds')} isRequired isFixed={!isNew} />
          <StepsInput
            form={form}
            name="rate"
            label={t('field.rate')}
            help={t('rateHelp', { currency: form.value.currencyCode })}
            digits={RATE_DIGITS}
            unit={form.value.currencyCode}
            isRequired
          />
        </FormSection>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
