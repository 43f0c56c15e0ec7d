import { useTranslation } from 'react-i18next';
import { get, post, put } from '#/api/client';
import { address } from '#/api/operation';
import type { components } from '#/api/schema';
import { formatDay, isoDay } from '#/lib/date';
import { currencyExponent, currencySymbol, formatMinor, formatMoney, type Currency } from '#/lib/money';
import { timeNow } from '#/lib/time-now';
import { Parts } from '#/ui/Parts';
import { EntryForm, type Draft, type Opened } from '../EntryForm';
import { EntryList } from '../EntryList';
import { DayInput, SelectInput, StepsInput, SwitchInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { ItemInput } from '../ItemInput';
import { usePriceGroupOptions, usePriceGroups } from '../options';
import type { EntryQuery, FormProps, ListProps, Section } from '../section';
import type { Form as FormState } from '../use-form';
import { ImportButton } from './ImportButton';

type SalesPrice = components['schemas']['SalesPriceValue'];
type View = components['schemas']['SalesPriceView'];

const STATES = ['CURRENT', 'FUTURE', 'ENDED'] as const;
const SORTS = ['itemNo', 'startingDate'] as const;
const GRAM_DIGITS = 3;
const PERCENT_DIGITS = 2;

/** Of a gram a price has two more decimals than the currency. */
const digitsOf = (currency: string, unit: string): number => currencyExponent(currency) + (unit === 'G' ? 2 : 0);

/** A price of a piece is money; of a gram it is finer than money. */
const priceText = ({ value: { unit, unitPrice }, currencyCode }: View): string =>
  unit === 'G'
    ? `${currencySymbol(currencyCode)}${formatMinor(unitPrice, digitsOf(currencyCode, unit))}`
    : formatMoney({ minor: unitPrice, currency: currencyCode as Currency });

const filterOf = ({ search, sort, filter }: EntryQuery) => ({ search, sort, salesCode: filter['salesCode'] ?? '', state: filter['state'] ?? '' });

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  const groups = usePriceGroupOptions();
  const linesOf = ({ value, currencyCode }: View): string =>
    [
      value.salesCode,
      value.sizeCode,
      value.minimunQuantity > 1 ? `≥ ${value.minimunQuantity}` : '',
      value.startingDate ? t('from', { date: formatDay(value.startingDate) }) : '',
      value.endingDate ? t('until', { date: formatDay(value.endingDate) }) : '',
      value.unit === 'G' ? `${currencySymbol(currencyCode)}/g` : '',
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <EntryList
      {...props}
      listing={{
        load: async ({ cursor, limit, signal, ...query }) => {
          const page = await get('/setting/sales-price', { query: { ...filterOf(query), cursor, limit }, signal, notice: 'none' });
          return {
            ...page,
            items: page.items.map((view) => ({
              id: view.key,
              title: view.itemName,
              sub: `${view.value.itemNo} · ${linesOf(view)}`,
              tag: { text: priceText(view) },
            })),
          };
        },
        placeholder: t('itemSearch'),
        sorts: SORTS.map((sort) => ({ value: sort, label: t(`field.${sort}`) })),
        filters: [
          { name: 'salesCode', label: t('field.salesCode'), options: groups },
          { name: 'state', label: t('state'), options: STATES.map((state) => ({ value: state, label: t(`option.${state}`) })) },
        ],
        add: t('add'),
        empty: t('emptyText'),
        table: { address: (query) => address('/setting/sales-price/export.csv', { query: filterOf(query) }), fileName: 'sales-prices.csv' },
        actions: <ImportButton />,
      }}
    />
  );
}

function Fields({ form, isNew }: { form: FormState<Draft<SalesPrice>>; isNew: boolean }) {
  const { t } = useTranslation('setting');
  const options = usePriceGroupOptions();
  const groups = usePriceGroups();
  const { value } = form;
  const currency = groups.find(({ key }) => key === value.salesCode)?.value.currencyCode ?? 'EUR';
  return (
    <>
      <FormSection title={t('part.identity')}>
        <ItemInput
          label={t('field.itemNo')}
          value={value.itemNo}
          error={form.errorOf('itemNo')}
          isRequired
          isFixed={!isNew}
          onChange={(itemNo) => form.set({ itemNo })}
        />
        <SelectInput form={form} name="salesCode" label={t('field.salesCode')} options={options} isRequired isFixed={!isNew} />
        <TextInput form={form} name="sizeCode" label={t('field.sizeCode')} help={t('sizeHelp')} isLtr />
      </FormSection>
      <FormSection title={t('part.price')}>
        <StepsInput form={form} name="unitPrice" label={t('field.unitPrice')} digits={digitsOf(currency, value.unit)} unit={currency} isRequired />
        <SelectInput form={form} name="unit" label={t('field.unit')} options={(['PCS', 'G'] as const).map((unit) => ({ value: unit, label: t(`option.${unit}`) }))} />
        <StepsInput form={form} name="minimunQuantity" label={t('field.minimunQuantity')} digits={0} isRequired />
        <StepsInput form={form} name="unitWeight" label={t('field.unitWeight')} digits={GRAM_DIGITS} unit="g" />
      </FormSection>
      <FormSection title={t('part.validity')}>
        <DayInput form={form} name="startingDate" label={t('field.startingDate')} />
        <DayInput form={form} name="endingDate" label={t('field.endingDate')} help={t('endHelp')} />
      </FormSection>
      <FormSection title={t('part.vat')}>
        <SwitchInput form={form} name="priceIncludeVAT" label={t('field.priceIncludeVAT')} />
        <StepsInput form={form} name="deductibleVatPercent" label={t('field.deductibleVatPercent')} help={t('vatHelp')} digits={PERCENT_DIGITS} unit="%" isNullable />
        <StepsInput form={form} name="vatPercent" label={t('field.vatPercent')} help={t('vatHelp')} digits={PERCENT_DIGITS} unit="%" isNullable />
      </FormSection>
    </>
  );
}

const blank = (): SalesPrice => ({
  itemNo: '',
  salesCode: '',
  sizeCode: '',
  startingDate: isoDay(timeNow()),
  endingDate: null,
  minimunQuantity: 1,
  unit: 'PCS',
  unitPrice: 0,
  unitWeight: 0,
  priceIncludeVAT: true,
  deductibleVatPercent: null,
  vatPercent: null,
});

/** Which piece on which list; the number of the row says nothing to anybody. */
const around = (_form: unknown, { stored }: Opened<View>) => (stored ? { sub: <Parts text={`${stored.value.itemNo} · ${stored.value.salesCode}`} /> } : {});

function Form(props: FormProps) {
  return (
    <EntryForm<SalesPrice, View>
      {...props}
      name="salesPrice"
      blank={blank}
      titleOf={(value, stored) => stored?.itemName ?? value.itemNo}
      around={around}
      read={(priceId, signal) => get('/setting/sales-price/{priceId}', { path: { priceId }, signal, notice: 'none' })}
      write={(priceId, body) =>
        body.version === null
          ? post('/setting/sales-price', { body: body.value, notice: 'none' })
          : put('/setting/sales-price/{priceId}', { path: { priceId }, body, notice: 'none' })
      }
    >
      {(form, isNew) => <Fields form={form} isNew={isNew} />}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
