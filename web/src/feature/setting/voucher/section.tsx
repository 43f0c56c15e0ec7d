import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import { address } from '#/api/operation';
import type { components } from '#/api/schema';
import { formatDay, formatExactMoment, isoDay } from '#/lib/date';
import { currencyExponent, formatMoney, type Currency } from '#/lib/money';
import { timeNow } from '#/lib/time-now';
import { TextField } from '#/ui/Field';
import { useTimeZone } from '#/widget/use-time-zone';
import { CURRENCY_OPTIONS } from '../currency';
import { EntryForm } from '../EntryForm';
import { CodeInput, DayInput, SelectInput, StepsInput, SwitchInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type Stored = components['schemas']['VoucherValue'];
/** The amount in two fields of the form. */
type Voucher = Omit<Stored, 'amount'> & { amount: number; currencyCode: Currency };

const blank = (): Voucher => ({
  amount: 0,
  currencyCode: 'EUR',
  issuedOn: isoDay(timeNow()),
  expiresOn: null,
  isBlocked: false,
  redeemedAt: null,
});

const typed = ({ amount, ...value }: Stored): Voucher => ({ ...value, amount: amount.minor, currencyCode: amount.currency });

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  const stateOf = (value: Stored): string => {
    if (value.redeemedAt) return t('voucherState.used');
    return value.isBlocked ? t('field.isBlocked') : formatMoney(value.amount);
  };
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/voucher', request)}
      rowOf={(value, key) => ({
        title: key,
        sub: `${formatMoney(value.amount)} · ${formatDay(value.issuedOn)}`,
        tag: { text: stateOf(value), ...(value.redeemedAt || value.isBlocked ? {} : { tone: 'emerald' as const }) },
      })}
      table={{ address: (search) => address('/setting/voucher/export.csv', { query: { search } }), name: 'vouchers.csv' }}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  const timeZone = useTimeZone();
  return (
    <EntryForm<Voucher, { key: string; version: number; value: Voucher }>
      {...props}
      name="voucher"
      hasHistory
      blank={blank}
      titleOf={(_, stored) => stored?.key ?? ''}
      read={async (voucherNo, signal) => {
        const entry = await get('/setting/voucher/{voucherNo}', { path: { voucherNo }, signal, notice: 'none' });
        return { ...entry, value: typed(entry.value) };
      }}
      write={(voucherNo, { version, value }) => {
        const { amount, currencyCode, redeemedAt: _, ...rest } = value;
        const body = { version, value: { ...rest, amount: { minor: amount, currency: currencyCode } } };
        return put('/setting/voucher/{voucherNo}', { path: { voucherNo }, body, notice: 'none' });
      }}
    >
      {(form, isNew) => {
        const { amount, currencyCode, redeemedAt } = form.value;
        return (
          <FormSection title={t('part.voucher')}>
            <CodeInput form={form} isNew={isNew} />
            {isNew ? (
              <>
                <SelectInput form={form} name="currencyCode" label={t('field.currencyCode')} options={CURRENCY_OPTIONS} />
                <StepsInput form={form} name="amount" label={t('field.amount')} digits={currencyExponent(currencyCode)} unit={currencyCode} isRequired />
              </>
            ) : (
              <TextField label={t('field.amount')} readOnly dir="ltr" value={formatMoney({ minor: amount, currency: currencyCode })} />
            )}
            <DayInput form={form} name="issuedOn" label={t('field.issuedOn')} isRequired isFixed={!isNew} />
            <DayInput form={form} name="expiresOn" label={t('field.expiresOn')} />
            {redeemedAt && (
              <TextField label={t('field.redeemedAt')} readOnly dir="ltr" value={formatExactMoment(redeemedAt, timeZone)} />
            )}
            <SwitchInput form={form} name="isBlocked" label={t('field.isBlocked')} />
          </FormSection>
        );
      }}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
