import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { EntryForm } from '../EntryForm';
import { CodeInput, TextAreaInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type WarningList = components['schemas']['WarningListValue'];

const BLANK: WarningList = { name: '', words: '' };

function List(props: ListProps) {
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/warning-list', request)}
      rowOf={(value, key) => ({ title: value.name, sub: key })}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryForm
      {...props}
      name="warningList"
      blank={() => BLANK}
      titleOf={(value) => value.name}
      read={(listCode, signal) => get('/setting/warning-list/{listCode}', { path: { listCode }, signal, notice: 'none' })}
      write={(listCode, body) => put('/setting/warning-list/{listCode}', { path: { listCode }, body, notice: 'none' })}
    >
      {(form, isNew) => (
        <FormSection title={t('part.identity')}>
          <CodeInput form={form} isNew={isNew} />
          <TextInput form={form} name="name" label={t('field.name')} isRequired />
          <TextAreaInput form={form} name="words" label={t('field.words')} help={t('wordsHelp')} />
        </FormSection>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
