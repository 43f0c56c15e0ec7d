import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { EntryForm } from '../EntryForm';
import { CodeInput, StepsInput, SwitchInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type ItemClass = components['schemas']['ItemClassValue'];

const BLANK: ItemClass = { name: '', position: 0, carriesCertificate: false, carriesStockNo: false, warrantyMonths: 24 };

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/item-class', request)}
      rowOf={(value, key) => ({
        title: value.name,
        sub: key,
        ...(value.carriesCertificate ? { tag: { tone: 'champagne' as const, text: t('certificate') } } : {}),
      })}
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
            <CodeInput form={form} isNew={isNew} />
            <TextInput form={form} name="name" label={t('field.name')} isRequired />
            <StepsInput form={form} name="position" label={t('field.position')} digits={0} />
          </FormSection>
          <FormSection title={t('part.pieces')}>
            <SwitchInput form={form} name="carriesCertificate" label={t('field.carriesCertificate')} />
            <SwitchInput form={form} name="carriesStockNo" label={t('field.carriesStockNo')} />
            <StepsInput form={form} name="warrantyMonths" label={t('field.warrantyMonths')} help={t('warrantyHelp')} digits={0} isRequired />
          </FormSection>
        </>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
