import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { EntryForm } from '../EntryForm';
import { CodeInput, StepsInput, TextAreaInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type Collection = components['schemas']['CollectionValue'];

const BLANK: Collection = { name: '', position: 0, story: '' };

function List(props: ListProps) {
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/collection', request)}
      rowOf={(value, key) => ({ title: value.name, sub: key })}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryForm
      {...props}
      name="collection"
      blank={() => BLANK}
      titleOf={(value) => value.name}
      read={(collectionCode, signal) => get('/setting/collection/{collectionCode}', { path: { collectionCode }, signal, notice: 'none' })}
      write={(collectionCode, body) => put('/setting/collection/{collectionCode}', { path: { collectionCode }, body, notice: 'none' })}
    >
      {(form, isNew) => (
        <FormSection title={t('part.identity')}>
          <CodeInput form={form} isNew={isNew} />
          <TextInput form={form} name="name" label={t('field.name')} isRequired />
          <StepsInput form={form} name="position" label={t('field.position')} digits={0} />
          <TextAreaInput form={form} name="story" label={t('field.story')} />
        </FormSection>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
