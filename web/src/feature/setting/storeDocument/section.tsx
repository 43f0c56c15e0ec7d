import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { directionOf, LANGUAGE_NAMES, LANGUAGES, type Language } from '#/lib/i18n';
import { TextArea } from '#/ui/Field';
import { EntryForm, type Draft } from '../EntryForm';
import { StepsInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';
import css from '../Setting.module.css';
import type { Form as FormState } from '../use-form';

type StoreDocument = components['schemas']['StoreDocumentValue'];

const BLANK: StoreDocument = { name: '', returnDays: 30, returnTexts: [] };

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      isClosed
      load={(request) => get('/setting/store-document', request)}
      rowOf={(value, key) => ({
        title: value.name,
        sub: `${key} · ${value.returnDays === 0 ? t('noReturns') : t('returnDays', { count: value.returnDays })}`,
      })}
    />
  );
}

/** The store's own words, a field for each language of papers. A blank one is none. */
function Texts({ form }: { form: FormState<Draft<StoreDocument>> }) {
  const { t } = useTranslation('setting');
  const { returnTexts } = form.value;
  const textIn = (language: Language): string => returnTexts.find((own) => own.language === language)?.text ?? '';
  const set = (language: Language, text: string): void => {
    const others = returnTexts.filter((own) => own.language !== language);
    form.set({ returnTexts: text === '' ? others : [...others, { language, text }] });
  };
  return LANGUAGES.map((language, index) => (
    <TextArea
      key={language}
      className={css.wide}
      label={t('field.returnText', { language: LANGUAGE_NAMES[language] })}
      help={index === 0 ? t('returnTextHelp') : undefined}
      error={index === 0 ? form.errorOf('returnTexts') : undefined}
      rows={2}
      lang={language}
      dir={directionOf(language)}
      value={textIn(language)}
      onChange={(event) => set(language, event.target.value)}
    />
  ));
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryForm
      {...props}
      name="storeDocument"
      blank={() => BLANK}
      titleOf={(value) => value.name}
      read={(storeNo, signal) => get('/setting/store-document/{storeNo}', { path: { storeNo }, signal, notice: 'none' })}
      write={(storeNo, body) => put('/setting/store-document/{storeNo}', { path: { storeNo }, body, notice: 'none' })}
    >
      {(form) => (
        <FormSection title={t('part.returns')}>
          <StepsInput form={form} name="returnDays" label={t('field.returnDays')} help={t('returnDaysHelp')} digits={0} isRequired />
          <Texts form={form} />
        </FormSection>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
