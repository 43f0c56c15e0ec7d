import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get, post, put } from '#/api/client';
import { errorText } from '#/api/refusal';
import type { components } from '#/api/schema';
import { Button } from '#/ui/Button';
import { Note } from '#/ui/Note';
import { EntryForm } from '../EntryForm';
import { SwitchInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';
import css from '../Setting.module.css';

type Shop = components['schemas']['TaxFreeStoreValue'];

const BLANK: Shop = {
  name: '',
  isEnabled: false,
  operatorName: '',
  address: '',
  shopNo: '',
  secret: null,
  secretMark: '',
  asksFlight: false,
  preferredCountries: '',
  isShowOptionOfEU: false,
  dutyFree: false,
};

function List(props: ListProps) {
  const { t } = useTranslation('taxFree');
  return (
    <PlainList
      {...props}
      isClosed
      load={(request) => get('/setting/tax-free-store', request)}
      rowOf={(value, key) => ({
        title: value.name,
        sub: value.operatorName === '' ? key : `${key} · ${value.operatorName}`,
        ...(value.dutyFree ? { tag: { text: t('setting.dutyFree') } } : value.isEnabled ? { tag: { tone: 'emerald', text: t('setting.on') } } : {}),
      })}
    />
  );
}

/** Asks the operator with what is kept, not with what is typed. */
function ConnectionTest({ storeNo, isChanged }: { storeNo: string; isChanged: boolean }) {
  const { t } = useTranslation('taxFree');
  const testing = useMutation({
    mutationFn: () => post('/setting/tax-free-store/{storeNo}/test', { path: { storeNo }, notice: 'none', isKeyed: false }),
  });
  const { data, error } = testing;
  return (
    <div className={`${css.wide} ${css.lines}`}>
      <Button variant="outline" size="lg" isBusy={testing.isPending} isBlocked={isChanged} onClick={() => testing.mutate()}>
        {t('setting.test')}
      </Button>
      {data && (
        <Note tone={data.outcome === 'CONNECTED' ? 'emerald' : 'garnet'} role="status">
          {t(`setting.outcome.${data.outcome}`)} <bdi className="t-cap">{data.detail}</bdi>
        </Note>
      )}
      {error && (
        <Note tone="garnet" role="alert">
          {errorText(error)}
        </Note>
      )}
    </div>
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('taxFree');
  return (
    <EntryForm
      {...props}
      name="taxFreeStore"
      blank={() => BLANK}
      titleOf={(value) => value.name}
      read={(storeNo, signal) => get('/setting/tax-free-store/{storeNo}', { path: { storeNo }, signal, notice: 'none' })}
      write={(storeNo, body) => put('/setting/tax-free-store/{storeNo}', { path: { storeNo }, body, notice: 'none' })}
    >
      {(form, _, { stored }) => (
        <>
          {stored?.value.dutyFree && <Note tone="citrine">{t('setting.dutyFreeHelp')}</Note>}
          <FormSection title={t('setting.operator')}>
            <SwitchInput form={form} name="isEnabled" label={t('setting.isEnabled')} />
            <TextInput form={form} name="operatorName" label={t('operator')} />
            <TextInput form={form} name="address" label={t('setting.address')} isLtr isWide />
            <TextInput form={form} name="shopNo" label={t('setting.shopNo')} isLtr />
            <TextInput
              form={form}
              name="secret"
              label={t('setting.secret')}
              help={form.value.secretMark === '' ? t('setting.secretNew') : t('setting.secretKept', { mark: form.value.secretMark })}
              isLtr
              isNullable
            />
            {stored && (
              <ConnectionTest storeNo={stored.key} isChanged={form.value.address !== stored.value.address || form.value.secret !== null} />
            )}
          </FormSection>
          <FormSection title={t('setting.asked')}>
            <SwitchInput form={form} name="isShowOptionOfEU" label={t('setting.isShowOptionOfEU')} />
            <SwitchInput form={form} name="asksFlight" label={t('setting.asksFlight')} />
            <TextInput form={form} name="preferredCountries" label={t('setting.preferredCountries')} help={t('setting.countriesHelp')} isLtr isWide />
          </FormSection>
        </>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
