import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { formatDay, isoDay } from '#/lib/date';
import { currencyExponent, formatMoney } from '#/lib/money';
import { timeNow } from '#/lib/time-now';
import { Button } from '#/ui/Button';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { CURRENCY_OPTIONS } from '../currency';
import { EntryForm, type Draft } from '../EntryForm';
import { DayInput, SelectInput, StepsInput, SwitchInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';
import css from '../Setting.module.css';
import type { Form as FormState } from '../use-form';

type Rule = components['schemas']['TaxFreeRuleValue'];
type Bracket = Rule['brackets'][number];

const PERCENT_DIGITS = 2;

const blank = (): Rule => ({
  country: '',
  validFrom: isoDay(timeNow()),
  isAvailable: true,
  currency: 'EUR',
  minimum: 0,
  minimumBeforeTax: false,
  minimumAge: 16,
  residentArea: 'EU',
  groupingDays: 1,
  issueDays: 3,
  stayDaysMax: null,
  deadlineKind: 'MONTH_END',
  deadline: 3,
  cashMax: null,
  brackets: [{ from: 0, percent: 1000, fee: 0 }],
});

function List(props: ListProps) {
  const { t } = useTranslation('taxFree');
  const { t: setting, i18n } = useTranslation('setting');
  const names = new Intl.DisplayNames(i18n.language, { type: 'region', fallback: 'code' });
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/tax-free-rule', request)}
      rowOf={(value) => ({
        title: names.of(value.country) ?? value.country,
        sub: setting('from', { date: formatDay(value.validFrom) }),
        tag: { text: value.isAvailable ? formatMoney({ minor: value.minimum, currency: value.currency }) : t('setting.noTaxFree') },
      })}
    />
  );
}

/** A bracket as a form of its own, so that its fields are those of the others. */
function bracketForm(form: FormState<Draft<Rule>>, index: number): FormState<Bracket> {
  const brackets = form.value.brackets;
  return {
    value: brackets[index] ?? { from: 0, percent: 0, fee: 0 },
    set: (part: Partial<Bracket>) => form.set({ brackets: brackets.map((one, at) => (at === index ? { ...one, ...part } : one)) }),
    errorOf: () => undefined,
    setFault: (name: string, fault: string | undefined) => form.setFault(`brackets.${index}.${name}`, fault),
  } as unknown as FormState<Bracket>;
}

function Brackets({ form }: { form: FormState<Draft<Rule>> }) {
  const { t } = useTranslation('taxFree');
  const { t: setting } = useTranslation('setting');
  const { brackets, currency } = form.value;
  const error = form.errorOf('brackets');
  return (
    <>
      {error && (
        <div className={css.wide}>
          <Note tone="garnet" role="alert">
            {error}
          </Note>
        </div>
      )}
      {brackets.map((_, index) => {
        const own = bracketForm(form, index);
        return (
          // A bracket has no name but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={`${css.wide} ${css.line}`}>
            <StepsInput form={own} name="from" label={t('setting.bracketFrom')} digits={currencyExponent(currency)} unit={currency} />
            <StepsInput form={own} name="percent" label={t('refund')} digits={PERCENT_DIGITS} unit="%" />
            <StepsInput form={own} name="fee" label={t('fee')} digits={PERCENT_DIGITS} unit="%" />
            <IconButton
              label={setting('remove', { name: `${index + 1}` })}
              icon={<IconTrash size={22} stroke={1.6} />}
              onClick={() => form.set({ brackets: brackets.filter((__, at) => at !== index) })}
            />
          </div>
        );
      })}
      <div className={css.wide}>
        <Button
          variant="quiet"
          icon={<IconPlus size={20} stroke={1.6} aria-hidden="true" />}
          onClick={() => form.set({ brackets: [...brackets, { from: (brackets.at(-1)?.from ?? 0) + 10_000, percent: 0, fee: 0 }] })}
        >
          {t('setting.addBracket')}
        </Button>
      </div>
    </>
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('taxFree');
  const { t: setting } = useTranslation('setting');
  return (
    <EntryForm
      {...props}
      name="taxFreeRule"
      blank={blank}
      titleOf={(value) => value.country}
      keyOf={(value) => `${value.country.trim()}~${value.validFrom}`}
      read={(ruleId, signal) => get('/setting/tax-free-rule/{ruleId}', { path: { ruleId }, signal, notice: 'none' })}
      write={(ruleId, body) => put('/setting/tax-free-rule/{ruleId}', { path: { ruleId }, body, notice: 'none' })}
    >
      {(form, isNew) => {
        const digits = currencyExponent(form.value.currency);
        return (
          <>
            <FormSection title={t('setting.country')}>
              <TextInput form={form} name="country" label={t('setting.countryCode')} isRequired isLtr isFixed={!isNew} />
              <DayInput form={form} name="validFrom" label={setting('field.validFrom')} isRequired isFixed={!isNew} />
              <SwitchInput form={form} name="isAvailable" label={t('setting.isAvailable')} />
              <SelectInput
                form={form}
                name="currency"
                label={setting('field.currencyCode')}
                options={CURRENCY_OPTIONS}
              />
            </FormSection>
            <FormSection title={t('setting.conditions')}>
              <StepsInput form={form} name="minimum" label={t('setting.minimum')} digits={digits} unit={form.value.currency} />
              <SwitchInput form={form} name="minimumBeforeTax" label={t('setting.minimumBeforeTax')} />
              <StepsInput form={form} name="minimumAge" label={t('setting.minimumAge')} digits={0} />
              <TextInput form={form} name="residentArea" label={t('setting.residentArea')} help={t('setting.areaHelp')} isLtr />
              <StepsInput form={form} name="groupingDays" label={t('setting.groupingDays')} digits={0} />
              <StepsInput form={form} name="issueDays" label={t('setting.issueDays')} digits={0} />
              <StepsInput form={form} name="stayDaysMax" label={t('setting.stayDaysMax')} digits={0} isNullable />
              <SelectInput
                form={form}
                name="deadlineKind"
                label={t('setting.deadlineKind')}
                options={(['MONTH_END', 'MONTHS', 'DAYS'] as const).map((value) => ({ value, label: t(`setting.kind.${value}`) }))}
              />
              <StepsInput form={form} name="deadline" label={t('setting.deadline')} digits={0} />
              <StepsInput form={form} name="cashMax" label={t('setting.cashMax')} digits={digits} unit={form.value.currency} isNullable />
            </FormSection>
            <FormSection title={t('setting.brackets')}>
              <Brackets form={form} />
            </FormSection>
          </>
        );
      }}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
