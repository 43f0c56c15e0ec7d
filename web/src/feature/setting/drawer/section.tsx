import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { EntryForm, type Draft } from '../EntryForm';
import { SelectInput, StepsInput } from '../fields';
import { FormSection } from '../FormFrame';
import { useStoreExponent, useStores } from '../options';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';
import type { Form as FormState } from '../use-form';

type DrawerSetting = components['schemas']['DrawerSetting'];

const BLANK: DrawerSetting = { cashOutApprovalAbove: null };

function List(props: ListProps) {
  const stores = useStores();
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/drawer', request)}
      rowOf={(_, key) => ({ title: stores.find((store) => store.value === key)?.label ?? key, sub: key })}
    />
  );
}

function Fields({ form, isNew }: { form: FormState<Draft<DrawerSetting>>; isNew: boolean }) {
  const { t } = useTranslation('setting');
  const stores = useStores();
  const digits = useStoreExponent(form.value.key);
  return (
    <FormSection title={t('section.drawer')}>
      <SelectInput form={form} name="key" label={t('drawer.store')} options={stores} blank="" isRequired isFixed={!isNew} />
      <StepsInput form={form} name="cashOutApprovalAbove" label={t('drawer.approvalAbove')} digits={digits} help={t('drawer.approvalHelp')} />
    </FormSection>
  );
}

function Form(props: FormProps) {
  const stores = useStores();
  return (
    <EntryForm
      {...props}
      name="drawer"
      blank={() => BLANK}
      titleOf={(_, stored) => stores.find((store) => store.value === stored?.key)?.label ?? stored?.key ?? ''}
      read={(storeNo, signal) => get('/setting/drawer/{storeNo}', { path: { storeNo }, signal, notice: 'none' })}
      write={(storeNo, body) => put('/setting/drawer/{storeNo}', { path: { storeNo }, body, notice: 'none' })}
    >
      {(form, isNew) => <Fields form={form} isNew={isNew} />}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
