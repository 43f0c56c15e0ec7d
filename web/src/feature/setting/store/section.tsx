import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { LANGUAGE_NAMES, LANGUAGES } from '#/lib/i18n';
import { EntryForm, type Draft } from '../EntryForm';
import { SelectInput, StepsInput, SwitchInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { useStoreExponent } from '../options';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';
import type { Form as FormState } from '../use-form';
import { Week } from '../Week';

type Store = components['schemas']['StoreValue'];

const BLANK: Store = {
  name: '',
  isShowQRCode: false,
  depositMinimumPercent: 3_000,
  customisedDepositMinimumPercent: 5_000,
  depositDays: 30,
  doNotAllowNegativeInventory: true,
  recalltime: 5,
  dutyFree: false,
  priceRoundingStep: 1,
  forceLanguageReceipt: null,
  closedWeekdays: [],
  receiptPrinter: null,
};
const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      isClosed
      load={(request) => get('/setting/store', request)}
      rowOf={(value, key) => ({
        title: value.name ?? key,
        sub: key,
        ...(value.isShowQRCode ? {} : { tag: { text: t('store.noCode') } }),
      })}
    />
  );
}

/** The days of the week on which the store is closed, 1 for Monday. */
function ClosedDays({ form }: { form: FormState<Draft<Store>> }) {
  const { t } = useTranslation('setting');
  const closed = form.value.closedWeekdays;
  const turn = (day: number): number[] => (closed.includes(day) ? closed.filter((other) => other !== day) : [...closed, day].toSorted((one, other) => one - other));
  return (
    <Week label={t('store.part.hours')} isOn={(day) => closed.includes(day + 1)} onSwitch={(day) => form.set({ closedWeekdays: turn(day + 1) })}>
      <span className="t-cap">{form.errorOf('closedWeekdays') ?? t('store.closedHelp')}</span>
    </Week>
  );
}

function Fields({ form }: { form: FormState<Draft<Store>> }) {
  const { t } = useTranslation('setting');
  const digits = useStoreExponent(form.value.key);
  return (
    <>
      <FormSection title={t('store.part.payment')}>
        <SwitchInput form={form} name="isShowQRCode" label={t('store.qr')} help={t('store.qrHelp')} />
      </FormSection>
      <FormSection title={t('store.part.deposit')}>
        <StepsInput form={form} name="depositMinimumPercent" label={t('store.minimum')} help={t('store.minimumHelp')} digits={2} unit="%" isRequired />
        <StepsInput
          form={form}
          name="customisedDepositMinimumPercent"
          label={t('store.minimumCustomised')}
          help={t('store.minimumCustomisedHelp')}
          digits={2}
          unit="%"
          isRequired
        />
        <StepsInput form={form} name="depositDays" label={t('store.days')} help={t('store.daysHelp')} digits={0} isRequired />
      </FormSection>
      <FormSection title={t('store.part.selling')}>
        <SwitchInput form={form} name="doNotAllowNegativeInventory" label={t('store.stock')} help={t('store.stockHelp')} />
        <SwitchInput form={form} name="dutyFree" label={t('store.dutyFree')} help={t('store.dutyFreeHelp')} />
        <StepsInput form={form} name="priceRoundingStep" label={t('store.step')} digits={digits} isRequired />
        <StepsInput form={form} name="recalltime" label={t('store.recall')} digits={0} isRequired />
      </FormSection>
      <FormSection title={t('store.part.paper')}>
        <SelectInput form={form} name="forceLanguageReceipt" label={t('store.language')} options={LANGUAGE_OPTIONS} none={t('store.customer')} />
        <TextInput form={form} name="receiptPrinter" label={t('store.printer')} help={t('store.printerHelp')} isLtr isNullable />
      </FormSection>
      <FormSection title={t('store.part.hours')}>
        <ClosedDays form={form} />
      </FormSection>
    </>
  );
}

function Form(props: FormProps) {
  return (
    <EntryForm
      {...props}
      name="store"
      blank={() => BLANK}
      titleOf={(value) => value.name ?? ''}
      read={(storeNo, signal) => get('/setting/store/{storeNo}', { path: { storeNo }, signal, notice: 'none' })}
      write={(storeNo, body) => put('/setting/store/{storeNo}', { path: { storeNo }, body, notice: 'none' })}
    >
      {(form) => <Fields form={form} />}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
