import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { formatDay, isoDay } from '#/lib/date';
import { formatRate } from '#/lib/money';
import { timeNow } from '#/lib/time-now';
import { EntryForm } from '../EntryForm';
import { DayInput, StepsInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type Vat = components['schemas']['VatValue'];

const PERCENT_DIGITS = 2;

const blank = (): Vat => ({ storeGroup: '', itemGroup: '', validFrom: isoDay(timeNow()), percent: 0 });

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/vat', request)}
      rowOf={(value) => ({
        title: `${value.storeGroup} · ${value.itemGroup}`,
        sub: t('from', { date: formatDay(value.validFrom) }),
        tag: { text: formatRate(value.percent) },
      })}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryForm
      {...props}
      name="vat"
      blank={blank}
      titleOf={(value) => `${value.storeGroup} · ${value.itemGroup}`}
      keyOf={(value) => `${value.storeGroup.trim()}~${value.itemGroup.trim()}~${value.validFrom}`}
      read={(vatId, signal) => get('/setting/vat/{vatId}', { path: { vatId }, signal, notice: 'none' })}
      write={(vatId, body) => put('/setting/vat/{vatId}', { path: { vatId }, body, notice: 'none' })}
    >
      {(form, isNew) => (
        <FormSection title={t('part.vat')}>
          <TextInput form={form} name="storeGroup" label={t('field.storeGroup')} isRequired isLtr isFixed={!isNew} />
          <TextInput form={form} name="itemGroup" label={t('field.itemGroup')} isRequired isLtr isFixed={!isNew} />
          <DayInput form={form} name="validFrom" label={t('field.validFrom')} isRequired isFixed={!isNew} />
          <StepsInput form={form} name="percent" label={t('field.percent')} digits={PERCENT_DIGITS} unit="%" isRequired />
        </FormSection>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
