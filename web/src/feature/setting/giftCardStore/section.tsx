import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { currencyExponent, currencySymbol } from '#/lib/money';
import { EntryForm } from '../EntryForm';
import { StepsInput, SwitchInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type Terms = components['schemas']['GiftCardStoreValue'];

const BLANK: Terms = {
  name: '',
  currency: 'EUR',
  sellGiftCard: false,
  redeemGiftCard: false,
  marketCode: '',
  minimumAmount: 1_000,
  maximumAmount: 300_000,
  validMonths: 24,
};

function List(props: ListProps) {
  const { t } = useTranslation('giftCard');
  return (
    <PlainList
      {...props}
      isClosed
      load={(request) => get('/setting/gift-card-store', request)}
      rowOf={(value, key) => ({
        title: value.name ?? key,
        sub: `${key} · ${value.marketCode}`,
        ...(value.sellGiftCard && value.redeemGiftCard
          ? {}
          : { tag: { tone: 'citrine' as const, text: t(value.sellGiftCard ? 'store.sellsOnly' : value.redeemGiftCard ? 'store.takesOnly' : 'store.neither') } }),
      })}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('giftCard');
  return (
    <EntryForm
      {...props}
      name="giftCardStore"
      blank={() => BLANK}
      titleOf={(value) => value.name ?? ''}
      read={(storeNo, signal) => get('/setting/gift-card-store/{storeNo}', { path: { storeNo }, signal, notice: 'none' })}
      write={(storeNo, body) => put('/setting/gift-card-store/{storeNo}', { path: { storeNo }, body, notice: 'none' })}
    >
      {(form) => {
        const { currency } = form.value;
        const money = { digits: currencyExponent(currency), unit: currencySymbol(currency).trim() };
        return (
          <FormSection title={t('title')}>
            <SwitchInput form={form} name="sellGiftCard" label={t('store.sells')} />
            <SwitchInput form={form} name="redeemGiftCard" label={t('store.takes')} />
            <TextInput form={form} name="marketCode" label={t('market')} help={t('store.marketHelp')} isLtr isRequired />
            <StepsInput form={form} name="minimumAmount" label={t('store.minimum')} {...money} isRequired />
            <StepsInput form={form} name="maximumAmount" label={t('store.maximum')} {...money} isRequired />
            <StepsInput form={form} name="validMonths" label={t('store.months')} help={t('store.monthsHelp')} digits={0} isNullable />
          </FormSection>
        );
      }}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
