import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { EntryForm } from '../EntryForm';
import { EntryList } from '../EntryList';
import { StepsInput, SwitchInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import type { FormProps, ListProps, Section } from '../section';

type ItemClass = components['schemas']['ItemClassValue'];

const BLANK: ItemClass = { name: '', position: 0, carriesCertificate: false, carriesStockNo: false };

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryList
      {...props}
      listing={{
        load: async ({ search, cursor, limit, signal }) => {
          const page = await get('/setting/item-class', { query: { search, cursor, limit }, signal, notice: 'none' });
          return {
            ...page,
            items: page.items.map(({ key, value }) => ({
              id: key,
              title: value.name,
              sub: key,
              ...(value.carriesCertificate ? { tag: { tone: 'champagne' as const, text: t('certificate') } } : {}),
            })),
          };
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
      name="itemClass"
      blank={() => BLANK}
      titleOf={(value) => value.name}
      read={(itemClassCode, signal) => get('/setting/item-class/{itemClassCode}', { path: { itemClassCode }, signal, notice: 'none' })}
      write={(itemClassCode, body) => put('/setting/item-class/{itemClassCode}', { path: { itemClassCode }, body, notice: 'none' })}
    >
      {(form, isNew) => (
        <>
          <FormSection title={t('part.identity')}>
            <TextInput form={form} name="key" label={t('field.key')} help={isNew ? t('codeHelp') : undefined} isRequired isLtr isFixed={!isNew} />
            <TextInput form={form} name="name" label={t('field.name')} isRequired />
            <StepsInput form={form} name="position" label={t('field.position')} digits={0} />
          </FormSection>
          <FormSection title={t('part.pieces')}>
            <SwitchInput form={form} name="carriesCertificate" label={t('field.carriesCertificate')} />
            <SwitchInput form={form} name="carriesStockNo" label={t('field.carriesStockNo')} />
          </FormSection>
        </>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
