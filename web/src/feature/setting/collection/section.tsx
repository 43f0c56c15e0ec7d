import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { EntryForm } from '../EntryForm';
import { EntryList } from '../EntryList';
import { StepsInput, TextAreaInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import type { FormProps, ListProps, Section } from '../section';

type Collection = components['schemas']['CollectionValue'];

const BLANK: Collection = { name: '', position: 0, story: '' };

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryList
      {...props}
      listing={{
        load: async ({ search, cursor, limit, signal }) => {
          const page = await get('/setting/collection', { query: { search, cursor, limit }, signal, notice: 'none' });
          return { ...page, items: page.items.map(({ key, value }) => ({ id: key, title: value.name, sub: key })) };
        },
        placeholder: t('nameOrCode'),
        add: t('add'),
        empty: t('emptyText'),
      }}
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
          <TextInput form={form} name="key" label={t('field.key')} help={isNew ? t('codeHelp') : undefined} isRequired isLtr isFixed={!isNew} />
          <TextInput form={form} name="name" label={t('field.name')} isRequired />
          <StepsInput form={form} name="position" label={t('field.position')} digits={0} />
          <TextAreaInput form={form} name="story" label={t('field.story')} />
        </FormSection>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
