import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { currencyExponent, currencySymbol } from '#/lib/money';
import { EntryForm } from '../EntryForm';
import { StepsInput, SwitchInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type Terms = components['schemas']['LoyaltyStoreValue'];

const BLANK: Terms = {
  name: '',
  currency: 'EUR',
  isActive: false,
  earnPercent: 500,
  validDays: 365,
  restoredDays: 30,
  codeAbove: 5_000,
  amountPerPoint: 100,
};

function List(props: ListProps) {
  const { t } = useTranslation('loyalty');
  return (
    <PlainList
      {...props}
      isClosed
      load={(request) => get('/setting/loyalty-store', request)}
      rowOf={(value, key) => ({
        title: value.name ?? key,
        sub: key,
        ...(value.isActive ? {} : { tag: { tone: 'citrine' as const, text: t('store.off') } }),
      })}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('loyalty');
  return (
    <EntryForm
      {...props}
      name="loyaltyStore"
      blank={() => BLANK}
      titleOf={(value) => value.name ?? ''}
      read={(storeNo, signal) => get('/setting/loyalty-store/{storeNo}', { path: { storeNo }, signal, notice: 'none' })}
      write={(storeNo, body) => put('/setting/loyalty-store/{storeNo}', { path: { storeNo }, body, notice: 'none' })}
    >
      {(form) => {
        const { currency } = form.value;
        const money = { digits: currencyExponent(currency), unit: currencySymbol(currency).trim() };
        return (
          <FormSection title={t('title')}>
            <SwitchInput form={form} name="isActive" label={t('store.active')} help={t('store.activeHelp')} />
            <StepsInput form={form} name="earnPercent" label={t('store.earn')} help={t('store.earnHelp')} digits={2} unit="%" isRequired />
            <StepsInput form={form} name="validDays" label={t('store.days')} digits={0} isRequired />
            <StepsInput form={form} name="restoredDays" label={t('store.restored')} help={t('store.restoredHelp')} digits={0} isRequired />
            <StepsInput form={form} name="codeAbove" label={t('store.codeAbove')} help={t('store.codeHelp')} {...money} isRequired />
            <StepsInput form={form} name="amountPerPoint" label={t('store.point')} {...money} isRequired />
          </FormSection>
        );
      }}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
