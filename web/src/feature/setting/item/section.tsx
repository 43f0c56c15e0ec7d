import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import { address } from '#/api/operation';
import type { components } from '#/api/schema';
import { EntryForm, type Draft } from '../EntryForm';
import { EntryList } from '../EntryList';
import { CodeInput, SelectInput, StepsInput, SwitchInput, TextAreaInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { ItemInput } from '../ItemInput';
import { useCollections, useItemClasses, useVatGroups } from '../options';
import type { EntryQuery, FormProps, ListProps, Section } from '../section';
import type { Form as FormState } from '../use-form';
import { PictureInput } from './PictureInput';
import { SizesInput } from './SizesInput';

type Item = components['schemas']['ItemValue'];

const BLANK: Item = {
  name: '',
  collectionCode: null,
  itemClass: '',
  productType: '',
  unit: 'PCS',
  unitWeight: 0,
  noStockPosting: false,
  keyingInPrice: false,
  stopped: false,
  discountable: true,
  soldInShops: true,
  vatGroup: '',
  pricingMethod: 'FIXED',
  metalItemNo: null,
  labourItemNo: null,
  fineness: null,
  keyedMin: null,
  keyedMax: null,
  ranking: 0,
  story: '',
  sizes: [{ sizeCode: '', barcodes: [] }],
};
const STATES = ['SOLD', 'NOT_SOLD', 'STOPPED', 'WEIGHT'] as const;
const SORTS = ['ranking', 'name', 'itemNo'] as const;
const GRAM_DIGITS = 3;
/** Typed prices have bounds in minor units, whatever the currency of the store. */
const KEYED_DIGITS = 0;

const filterOf = ({ search, sort, filter }: EntryQuery) => ({
  search,
  sort,
  itemClass: filter['itemClass'] ?? '',
  collection: filter['collection'] ?? '',
  state: filter['state'] ?? '',
});

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  const classes = useItemClasses();
  const collections = useCollections();
  return (
    <EntryList
      {...props}
      listing={{
        load: async ({ cursor, limit, signal, ...query }) => {
          const page = await get('/setting/item', { query: { ...filterOf(query), cursor, limit }, signal, notice: 'none' });
          return {
            ...page,
            items: page.items.map((item) => ({
              id: item.itemNo,
              title: item.name,
              sub: `${item.itemNo} · ${item.itemClassName}`,
              imageUrl: item.imageUrl,
              ...(item.stopped ? { tag: { tone: 'citrine' as const, text: t('option.STOPPED') } } : {}),
              ...(!item.stopped && !item.soldInShops ? { tag: { text: t('option.NOT_SOLD') } } : {}),
            })),
          };
        },
        placeholder: t('itemSearch'),
        sorts: SORTS.map((sort) => ({ value: sort, label: t(`field.${sort}`) })),
        filters: [
          { name: 'itemClass', label: t('field.itemClass'), options: classes },
          { name: 'collection', label: t('field.collectionCode'), options: collections },
          { name: 'state', label: t('state'), options: STATES.map((state) => ({ value: state, label: t(`option.${state}`) })) },
        ],
        add: t('add'),
        empty: t('emptyText'),
        table: { address: (query) => address('/setting/item/export.csv', { query: filterOf(query) }), fileName: 'items.csv' },
      }}
    />
  );
}

interface PartProps {
  form: FormState<Draft<Item>>;
}

function Identity({ form, isNew }: PartProps & { isNew: boolean }) {
  const { t } = useTranslation('setting');
  const classes = useItemClasses();
  const collections = useCollections();
  return (
    <FormSection title={t('part.identity')}>
      <CodeInput form={form} label={t('field.itemNo')} isNew={isNew} />
      <TextInput form={form} name="name" label={t('field.name')} isRequired />
      <SelectInput form={form} name="itemClass" label={t('field.itemClass')} options={classes} isRequired />
      <SelectInput form={form} name="collectionCode" label={t('field.collectionCode')} options={collections} none={t('none')} />
      <TextInput form={form} name="productType" label={t('field.productType')} isRequired isLtr />
      <StepsInput form={form} name="unitWeight" label={t('field.unitWeight')} digits={GRAM_DIGITS} unit="g" />
      <StepsInput form={form} name="ranking" label={t('field.ranking')} digits={0} />
      <TextAreaInput form={form} name="story" label={t('field.story')} />
    </FormSection>
  );
}

function Price({ form }: PartProps) {
  const { t } = useTranslation('setting');
  const vatGroups = useVatGroups();
  const { value } = form;
  return (
    <FormSection title={t('part.price')}>
      <SelectInput
        form={form}
        name="pricingMethod"
        label={t('field.pricingMethod')}
        options={(['FIXED', 'WEIGHT'] as const).map((method) => ({ value: method, label: t(`option.${method}`) }))}
      />
      <SelectInput form={form} name="unit" label={t('field.unit')} options={(['PCS', 'G'] as const).map((unit) => ({ value: unit, label: t(`option.${unit}`) }))} />
      <SelectInput form={form} name="vatGroup" label={t('field.vatGroup')} options={vatGroups} isRequired />
      {(value.pricingMethod === 'WEIGHT' || value.metalItemNo !== null) && (
        <>
          <ItemInput
            label={t('field.metalItemNo')}
            value={value.metalItemNo ?? ''}
            error={form.errorOf('metalItemNo')}
            isRequired
            onChange={(itemNo) => form.set({ metalItemNo: itemNo === '' ? null : itemNo })}
          />
          <ItemInput
            label={t('field.labourItemNo')}
            value={value.labourItemNo ?? ''}
            error={form.errorOf('labourItemNo')}
            onChange={(itemNo) => form.set({ labourItemNo: itemNo === '' ? null : itemNo })}
          />
        </>
      )}
      {(value.unit === 'G' || value.pricingMethod === 'WEIGHT') && (
        <StepsInput form={form} name="fineness" label={t('field.fineness')} digits={0} unit="‰" isNullable />
      )}
      <SwitchInput form={form} name="discountable" label={t('field.discountable')} />
      <SwitchInput form={form} name="keyingInPrice" label={t('field.keyingInPrice')} />
      {value.keyingInPrice && (
        <>
          <StepsInput form={form} name="keyedMin" label={t('field.keyedMin')} help={t('minorHelp')} digits={KEYED_DIGITS} isNullable />
          <StepsInput form={form} name="keyedMax" label={t('field.keyedMax')} help={t('minorHelp')} digits={KEYED_DIGITS} isNullable />
        </>
      )}
    </FormSection>
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryForm
      {...props}
      name="item"
      blank={() => BLANK}
      titleOf={(value) => value.name}
      read={(itemNo, signal) => get('/setting/item/{itemNo}', { path: { itemNo }, signal, notice: 'none' })}
      write={(itemNo, body) => put('/setting/item/{itemNo}', { path: { itemNo }, body, notice: 'none' })}
    >
      {(form, isNew, { stored, reload }) => (
        <>
          {stored && <PictureInput itemNo={stored.key} version={stored.version} imageUrl={stored.imageUrl} onKept={reload} />}
          <Identity form={form} isNew={isNew} />
          <Price form={form} />
          <FormSection title={t('part.sale')}>
            <SwitchInput form={form} name="soldInShops" label={t('field.soldInShops')} />
            <SwitchInput form={form} name="stopped" label={t('field.stopped')} />
            <SwitchInput form={form} name="noStockPosting" label={t('field.noStockPosting')} />
          </FormSection>
          <FormSection title={t('field.sizes')}>
            <SizesInput form={form} />
          </FormSection>
        </>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
