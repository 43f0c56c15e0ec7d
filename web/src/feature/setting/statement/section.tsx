import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { EntryForm, type Draft } from '../EntryForm';
import { SelectInput, StepsInput, SwitchInput } from '../fields';
import { FormSection } from '../FormFrame';
import { useStoreExponent, useStores } from '../options';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';
import type { Form as FormState } from '../use-form';

type StatementSetting = components['schemas']['StatementSetting'];

const BLANK: StatementSetting = { checkStatementPosting: false, openingFloat: 20_000, maximumPostingDifference: 500 };

function List(props: ListProps) {
  const stores = useStores();
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/statement', request)}
      rowOf={(_, key) => ({ title: stores.find((store) => store.value === key)?.label ?? key, sub: key })}
    />
  );
}

function Fields({ form, isNew }: { form: FormState<Draft<StatementSetting>>; isNew: boolean }) {
  const { t } = useTranslation('setting');
  const stores = useStores();
  const digits = useStoreExponent(form.value.key);
  return (
    <FormSection title={t('section.statement')}>
      <SelectInput form={form} name="key" label={t('statement.store')} options={stores} blank="" isRequired isFixed={!isNew} />
      <StepsInput form={form} name="openingFloat" label={t('statement.openingFloat')} digits={digits} help={t('statement.floatHelp')} isRequired />
      <StepsInput form={form} name="maximumPostingDifference" label={t('statement.maximumDifference')} digits={digits} help={t('statement.maximumHelp')} isRequired />
      <SwitchInput form={form} name="checkStatementPosting" label={t('statement.checkPosting')} help={t('statement.checkHelp')} />
    </FormSection>
  );
}

function Form(props: FormProps) {
  const stores = useStores();
  return (
    <EntryForm
      {...props}
      name="statement"
      blank={() => BLANK}
      titleOf={(_, stored) => stores.find((store) => store.value === stored?.key)?.label ?? stored?.key ?? ''}
      read={(storeNo, signal) => get('/setting/statement/{storeNo}', { path: { storeNo }, signal, notice: 'none' })}
      write={(storeNo, body) => put('/setting/statement/{storeNo}', { path: { storeNo }, body, notice: 'none' })}
    >
      {(form, isNew) => <Fields form={form} isNew={isNew} />}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
