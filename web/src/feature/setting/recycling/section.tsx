import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { EntryForm, type Draft } from '../EntryForm';
import { SelectInput, StepsInput, SwitchInput } from '../fields';
import { FormSection } from '../FormFrame';
import { useStoreExponent, useStores } from '../options';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';
import { sectionKey } from '../use-entries';
import type { Form as FormState } from '../use-form';

type RecyclingSetting = components['schemas']['RecyclingSetting'];

const BLANK: RecyclingSetting = {
  recyclingEnabled: false,
  noOrderRecycling: false,
  goldItemNo: null,
  silverItemNo: null,
  platinumItemNo: null,
  goldPayoutPercent: 8500,
  silverPayoutPercent: 8000,
  platinumPayoutPercent: 8000,
  campaignPercent: 1000,
  campaignMaximum: 3000,
  alloyAmount: 0,
  codeAbove: 5000,
  approvalAbove: null,
  applyPreciousMetalTax: false,
};

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  const stores = useStores();
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/recycling', request)}
      rowOf={(value, key) => ({
        title: stores.find((store) => store.value === key)?.label ?? key,
        sub: key,
        ...(value.recyclingEnabled ? { tag: { text: t('recycling.on') } } : {}),
      })}
    />
  );
}

/** The metals of the board. */
function useMetals() {
  const { data } = useQuery({
    queryKey: [...sectionKey('metalPrice'), 'options'],
    queryFn: ({ signal }) => get('/setting/metal-price', { query: { limit: 200 }, signal, notice: 'none' }),
  });
  const names = new Map(data?.items.map((row) => [row.itemNo, row.itemName]));
  return [...names].map(([value, name]) => ({ value, label: `${value} · ${name}` }));
}

function Fields({ form, isNew }: { form: FormState<Draft<RecyclingSetting>>; isNew: boolean }) {
  const { t } = useTranslation('setting');
  const stores = useStores();
  const metals = useMetals();
  const digits = useStoreExponent(form.value.key);
  const none = t('recycling.notTaken');
  return (
    <>
      <FormSection title={t('section.recycling')}>
        <SelectInput form={form} name="key" label={t('recycling.store')} options={stores} blank="" isRequired isFixed={!isNew} />
        <SwitchInput form={form} name="recyclingEnabled" label={t('recycling.enabled')} help={t('recycling.enabledHelp')} />
        <SwitchInput form={form} name="noOrderRecycling" label={t('recycling.noOrder')} help={t('recycling.noOrderHelp')} />
      </FormSection>
      <FormSection title={t('recycling.metals')}>
        <SelectInput form={form} name="goldItemNo" label={t('recycling.gold')} options={metals} none={none} help={t('recycling.metalHelp')} />
        <StepsInput form={form} name="goldPayoutPercent" label={t('recycling.goldPayout')} digits={2} unit="%" isRequired />
        <SelectInput form={form} name="silverItemNo" label={t('recycling.silver')} options={metals} none={none} />
        <StepsInput form={form} name="silverPayoutPercent" label={t('recycling.silverPayout')} digits={2} unit="%" isRequired />
        <SelectInput form={form} name="platinumItemNo" label={t('recycling.platinum')} options={metals} none={none} />
        <StepsInput form={form} name="platinumPayoutPercent" label={t('recycling.platinumPayout')} digits={2} unit="%" isRequired />
      </FormSection>
      <FormSection title={t('recycling.credit')}>
        <StepsInput form={form} name="campaignPercent" label={t('recycling.campaign')} digits={2} unit="%" isRequired help={t('recycling.campaignHelp')} />
        <StepsInput form={form} name="campaignMaximum" label={t('recycling.campaignMaximum')} digits={digits} isRequired />
        <StepsInput form={form} name="alloyAmount" label={t('recycling.alloy')} digits={digits} isRequired />
        <StepsInput form={form} name="codeAbove" label={t('recycling.codeAbove')} digits={digits} isRequired help={t('recycling.codeHelp')} />
        <StepsInput form={form} name="approvalAbove" label={t('recycling.approvalAbove')} digits={digits} help={t('recycling.approvalHelp')} />
        <SwitchInput form={form} name="applyPreciousMetalTax" label={t('recycling.tax')} help={t('recycling.taxHelp')} />
      </FormSection>
    </>
  );
}

function Form(props: FormProps) {
  const stores = useStores();
  return (
    <EntryForm
      {...props}
      name="recycling"
      blank={() => BLANK}
      titleOf={(_, stored) => stores.find((store) => store.value === stored?.key)?.label ?? stored?.key ?? ''}
      read={(storeNo, signal) => get('/setting/recycling/{storeNo}', { path: { storeNo }, signal, notice: 'none' })}
      write={(storeNo, body) => put('/setting/recycling/{storeNo}', { path: { storeNo }, body, notice: 'none' })}
    >
      {(form, isNew) => <Fields form={form} isNew={isNew} />}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
