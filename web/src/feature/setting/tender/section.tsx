import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import { address } from '#/api/operation';
import type { components } from '#/api/schema';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#/lib/i18n';
import { tenderName } from '#/lib/tender';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Boxes } from '../Boxes';
import { CURRENCY_OPTIONS } from '../currency';
import { EntryForm, type Draft } from '../EntryForm';
import { CodeInput, SelectInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { useStores } from '../options';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';
import css from '../Setting.module.css';
import type { Form as FormState } from '../use-form';

type Tender = components['schemas']['TenderValue'];

const TYPES = [
  'CASH',
  'FX_CASH',
  'CARD',
  'QR',
  'GIFTCARD',
  'VOUCHER',
  'LOYALTY_CREDIT',
  'RECYCLING_CREDIT',
  'DEPOSIT',
  'CHEQUE',
  'TRANSFER',
  'WEB',
  'MALL',
] as const satisfies readonly Tender['type'][];

const blank = (): Tender => ({ name: '', names: {}, type: 'CARD', currencyCode: null, availableForStore: [] });

function List(props: ListProps) {
  const { t, i18n } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/tender', request)}
      rowOf={(value, key) => ({
        title: tenderName(value, i18n.language),
        sub: `${key} · ${t(`tender.type.${value.type}`)}`,
        ...(value.availableForStore.length > 0 && { tag: { text: t('tender.stores', { count: value.availableForStore.length }) } }),
      })}
      table={{ address: (search) => address('/setting/tender/export.csv', { query: { search } }), name: 'tenders.csv' }}
    />
  );
}

/** A name for each language of the till; a blank one is none. */
function Names({ form }: { form: FormState<Draft<Tender>> }) {
  const { names } = form.value;
  const error = form.errorOf('names');
  const set = (language: Language, name: string): void => {
    const others = Object.entries(names).filter(([known]) => known !== language);
    form.set({ names: Object.fromEntries(name === '' ? others : [...others, [language, name]].toSorted()) as Tender['names'] });
  };
  return (
    <>
      {error && (
        <div className={css.wide}>
          <Note tone="garnet" role="alert">
            {error}
          </Note>
        </div>
      )}
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={LANGUAGE_NAMES[language]}
          lang={language}
          dir="auto"
          autoComplete="off"
          maxLength={40}
          value={names[language] ?? ''}
          onChange={(event) => set(language, event.target.value)}
        />
      ))}
    </>
  );
}

function Form(props: FormProps) {
  const { t, i18n } = useTranslation('setting');
  const stores = useStores();
  return (
    <EntryForm
      {...props}
      name="tender"
      hasHistory
      blank={blank}
      titleOf={(value) => tenderName(value, i18n.language)}
      read={(tenderCode, signal) => get('/setting/tender/{tenderCode}', { path: { tenderCode }, signal, notice: 'none' })}
      write={(tenderCode, body) => put('/setting/tender/{tenderCode}', { path: { tenderCode }, body, notice: 'none' })}
    >
      {(form, isNew) => {
        const isElsewhere = form.value.type === 'DEPOSIT' || form.value.type === 'WEB';
        return (
          <>
            <FormSection title={t('part.tender')}>
              <CodeInput form={form} isNew={isNew} />
              <TextInput form={form} name="name" label={t('field.name')} help={t('tender.nameHelp')} isRequired />
              <SelectInput
                form={form}
                name="type"
                label={t('field.type')}
                options={TYPES.map((value) => ({ value, label: t(`tender.type.${value}`) }))}
                isRequired
                isFixed={!isNew}
              />
              {form.value.type === 'FX_CASH' && (
                <SelectInput form={form} name="currencyCode" label={t('field.currencyCode')} options={CURRENCY_OPTIONS} isRequired isFixed={!isNew} />
              )}
            </FormSection>
            <FormSection title={t('field.availableForStore')}>
              {isElsewhere ? (
                <div className={css.wide}>
                  <Note>{t('tender.notAtTill')}</Note>
                </div>
              ) : (
                <div className={css.wide}>
                  <Boxes
                    label={t('field.availableForStore')}
                    options={stores}
                    chosen={form.value.availableForStore}
                    onChange={(availableForStore) => form.set({ availableForStore })}
                    error={form.errorOf('availableForStore')}
                  />
                </div>
              )}
            </FormSection>
            <FormSection title={t('part.names')}>
              <Names form={form} />
            </FormSection>
          </>
        );
      }}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
