import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import { address } from '#/api/operation';
import type { components } from '#/api/schema';
import { currencyExponent } from '#/lib/money';
import { EntryForm, type Draft } from '../EntryForm';
import { SelectInput, StepsInput, SwitchInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { Choice, FormProps, ListProps, Section } from '../section';
import type { Form as FormState } from '../use-form';
import { sectionKey } from '../use-entries';

type Terms = components['schemas']['TenderStoreValue'];

/** Change comes only of what can be worth more than what is due. */
const GIVES_CHANGE: ReadonlySet<Terms['type']> = new Set(['CASH', 'FX_CASH', 'VOUCHER']);
/** What may go back in cash, as far as a store can choose: cash in any case, of a wallet nothing. */
const CASH_REFUNDS: Partial<Record<Terms['type'], readonly Terms['cashRefund'][]>> = {
  CASH: ['FREELY', 'APPROVED'],
  FX_CASH: ['FREELY', 'APPROVED'],
  CHEQUE: ['FREELY', 'APPROVED', 'NEVER'],
  CARD: ['FREELY', 'APPROVED', 'NEVER'],
  QR: ['FREELY', 'APPROVED', 'NEVER'],
  TRANSFER: ['FREELY', 'APPROVED', 'NEVER'],
  MALL: ['FREELY', 'APPROVED', 'NEVER'],
  VOUCHER: ['FREELY', 'APPROVED'],
};
const ALL = 200;

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      isClosed
      load={(request) => get('/setting/tender-store', request)}
      rowOf={(value) => ({
        title: `${value.storeNo} · ${value.name}`,
        sub: [t(`tender.type.${value.type}`), value.onlinePosMapping, value.terminals].filter(Boolean).join(' · '),
        tag: { text: `${value.position}` },
      })}
      table={{ address: (search) => address('/setting/tender-store/export.csv', { query: { search } }), name: 'tenders-of-stores.csv' }}
    />
  );
}

/** The cash tenders of a store. */
function useCashOf(storeNo: string): Choice[] {
  const found = useQuery({
    queryKey: [...sectionKey('tenderStore'), 'cash', storeNo],
    queryFn: ({ signal }) => get('/setting/tender-store', { query: { search: storeNo, limit: ALL }, signal, notice: 'none' }),
  });
  return (found.data?.items ?? [])
    .filter(({ value }) => value.storeNo === storeNo && value.type === 'CASH')
    .map(({ value }) => ({ value: value.tenderCode, label: value.name }));
}

function Fields({ form }: { form: FormState<Draft<Terms>> }) {
  const { t } = useTranslation('setting');
  const { type, storeNo, currencyCode } = form.value;
  const cash = useCashOf(storeNo);
  const digits = currencyExponent(currencyCode);
  const cashRefunds = CASH_REFUNDS[type];
  const mappingHelp = type === 'QR' ? t('tender.mappingQr') : t('tender.mappingCard');
  return (
    <>
      <FormSection title={t('part.terms')}>
        <StepsInput form={form} name="position" label={t('field.position')} digits={0} isRequired />
        <SwitchInput form={form} name="underTenderAllowed" label={t('field.underTenderAllowed')} />
        <SwitchInput form={form} name="opensDrawer" label={t('field.opensDrawer')} />
        <SwitchInput form={form} name="countingRequired" label={t('field.countingRequired')} />
      </FormSection>
      {GIVES_CHANGE.has(type) && (
        <FormSection title={t('part.change')}>
          <SwitchInput form={form} name="overTenderAllowed" label={t('field.overTenderAllowed')} />
          <StepsInput
            form={form}
            name="maximumOverTender"
            label={t('field.maximumOverTender')}
            help={t('tender.anyAmount')}
            digits={digits}
            unit={currencyCode}
            isNullable
          />
          {type === 'VOUCHER' && (
            <StepsInput form={form} name="minimumChange" label={t('field.minimumChange')} help={t('tender.changeHelp')} digits={digits} unit={currencyCode} />
          )}
          {type !== 'CASH' && (
            <SelectInput form={form} name="changeTenderCode" label={t('field.changeTenderCode')} options={cash} none={t('tender.storeCash')} />
          )}
        </FormSection>
      )}
      {cashRefunds && (
        <FormSection title={t('part.refund')}>
          <SelectInput
            form={form}
            name="cashRefund"
            label={t('field.cashRefund')}
            options={cashRefunds.map((value) => ({ value, label: t(`tender.cashRefund.${value}`) }))}
          />
          <StepsInput form={form} name="refundAfterDays" label={t('field.refundAfterDays')} help={t('tender.refundAfterHelp')} digits={0} isRequired />
        </FormSection>
      )}
      <FormSection title={t('part.mapping')}>
        {(type === 'CARD' || type === 'QR') && (
          <TextInput form={form} name="onlinePosMapping" label={t('field.onlinePosMapping')} help={mappingHelp} isLtr isWide />
        )}
        {type === 'CARD' && (
          <TextInput form={form} name="allowedBrands" label={t('field.allowedBrands')} help={t('tender.allowedHelp')} isLtr isWide />
        )}
        <TextInput form={form} name="terminals" label={t('field.terminals')} help={t('tender.terminalsHelp')} isLtr isWide />
      </FormSection>
    </>
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryForm
      {...props}
      name="tenderStore"
      hasHistory
      // There is none of these that nobody takes: a store takes a tender in the section of tenders.
      blank={() => ({}) as Terms}
      titleOf={(value) => `${value.storeNo} · ${value.name}`}
      read={(tenderStoreKey, signal) => get('/setting/tender-store/{tenderStoreKey}', { path: { tenderStoreKey }, signal, notice: 'none' })}
      write={(tenderStoreKey, body) => put('/setting/tender-store/{tenderStoreKey}', { path: { tenderStoreKey }, body, notice: 'none' })}
      around={(form) => ({ sub: t(`tender.type.${form.value.type}`) + (form.value.isAvailable ? '' : ` · ${t('tender.off')}`) })}
    >
      {(form) => <Fields form={form} />}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
