import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { EntryForm, type Draft } from '../EntryForm';
import { CodeInput, StepsInput, SwitchInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';
import type { Form as FormState } from '../use-form';

type DiscountReason = components['schemas']['DiscountReasonValue'];

const BLANK: DiscountReason = { name: '', position: 0, blocked: false, forLine: true, forBasket: true };

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/discount-reason', request)}
      rowOf={(value, key) => ({
        title: value.name,
        sub: [key, value.forLine ? t('field.forLine') : '', value.forBasket ? t('field.forBasket') : ''].filter(Boolean).join(' · '),
        ...(value.blocked ? { tag: { tone: 'garnet' as const, text: t('option.BLOCKED') } } : {}),
      })}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  const around = (form: FormState<Draft<DiscountReason>>) => ({ aside: <SwitchInput form={form} name="blocked" label={t('field.blocked')} /> });
  return (
    <EntryForm
      {...props}
      name="discountReason"
      blank={() => BLANK}
      titleOf={(value) => value.name}
      around={around}
      read={(reasonCode, signal) => get('/setting/discount-reason/{reasonCode}', { path: { reasonCode }, signal, notice: 'none' })}
      write={(reasonCode, body) => put('/setting/discount-reason/{reasonCode}', { path: { reasonCode }, body, notice: 'none' })}
    >
      {(form, isNew) => (
        <>
          <FormSection title={t('part.identity')}>
            <CodeInput form={form} isNew={isNew} />
            <TextInput form={form} name="name" label={t('field.name')} isRequired />
            <StepsInput form={form} name="position" label={t('field.position')} digits={0} />
          </FormSection>
          <FormSection title={t('part.use')}>
            <SwitchInput form={form} name="forLine" label={t('field.forLine')} />
            <SwitchInput form={form} name="forBasket" label={t('field.forBasket')} />
          </FormSection>
        </>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
