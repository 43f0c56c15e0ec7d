import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { currencyExponent } from '#/lib/money';
import { writeSteps } from '../edits';
import { EntryForm } from '../EntryForm';
import { CodeInput, SelectInput, StepsInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type PriceGroup = components['schemas']['PriceGroupValue'];

const BLANK: PriceGroup = { description: '', currencyCode: 'EUR', kind: 'STORE', roundingPrecision: 1, roundingDirection: 'NEAREST' };
const CURRENCIES: readonly PriceGroup['currencyCode'][] = ['EUR', 'CNY', 'HKD', 'JPY', 'USD', 'GBP', 'CHF', 'SGD', 'KRW', 'TWD', 'MOP', 'AED', 'KWD'];
const KINDS = ['STORE', 'CUSTOMER'] as const;
const DIRECTIONS = ['NEAREST', 'UP', 'DOWN'] as const;

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/price-group', request)}
      rowOf={(value, key) => ({
        title: value.description,
        sub: `${key} · ${writeSteps(value.roundingPrecision, currencyExponent(value.currencyCode))} ${t(`option.${value.roundingDirection}`)}`,
        tag: value.kind === 'CUSTOMER' ? { tone: 'champagne' as const, text: t('option.CUSTOMER') } : { text: value.currencyCode },
      })}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryForm
      {...props}
      name="priceGroup"
      blank={() => BLANK}
      titleOf={(value) => value.description}
      read={(salesCode, signal) => get('/setting/price-group/{salesCode}', { path: { salesCode }, signal, notice: 'none' })}
      write={(salesCode, body) => put('/setting/price-group/{salesCode}', { path: { salesCode }, body, notice: 'none' })}
    >
      {(form, isNew) => (
        <>
          <FormSection title={t('part.identity')}>
            <CodeInput form={form} isNew={isNew} />
            <TextInput form={form} name="description" label={t('field.description')} isRequired />
            <SelectInput
              form={form}
              name="currencyCode"
              label={t('field.currencyCode')}
              options={CURRENCIES.map((code) => ({ value: code, label: code }))}
            />
            <SelectInput form={form} name="kind" label={t('field.kind')} options={KINDS.map((kind) => ({ value: kind, label: t(`option.${kind}`) }))} />
          </FormSection>
          <FormSection title={t('part.rounding')}>
            <StepsInput
              form={form}
              name="roundingPrecision"
              label={t('field.roundingPrecision')}
              help={t('roundingHelp')}
              digits={currencyExponent(form.value.currencyCode)}
              unit={form.value.currencyCode}
              isRequired
            />
            <SelectInput
              form={form}
              name="roundingDirection"
              label={t('field.roundingDirection')}
              options={DIRECTIONS.map((direction) => ({ value: direction, label: t(`option.${direction}`) }))}
            />
          </FormSection>
        </>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
