import { useTranslation } from 'react-i18next';
import { get, post, put } from '#/api/client';
import type { components } from '#/api/schema';
import { Note } from '#/ui/Note';
import { ConnectionTest } from '../ConnectionTest';
import { EntryForm } from '../EntryForm';
import { SwitchInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

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

const testOf = async (storeNo: string) => {
  const tested = await post('/setting/tax-free-store/{storeNo}/test', { path: { storeNo }, notice: 'none', isKeyed: false });
  return { ...tested, works: tested.outcome === 'CONNECTED' };
};

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
              <ConnectionTest
                label={t('setting.test')}
                works={t('setting.outcome.CONNECTED')}
                ask={() => testOf(stored.key)}
                isBlocked={form.value.address !== stored.value.address || form.value.secret !== null}
              >
                {({ works, outcome, detail }) => (
                  <>
                    {!works && (
                      <Note tone="garnet" role="alert">
                        {t(`setting.outcome.${outcome}`)}
                      </Note>
                    )}
                    {detail && <bdi className="t-cap">{detail}</bdi>}
                  </>
                )}
              </ConnectionTest>
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
