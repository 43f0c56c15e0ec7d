import { useTranslation } from 'react-i18next';
import { get, post, put } from '#/api/client';
import type { components } from '#/api/schema';
import { ConnectionTest } from '../ConnectionTest';
import { EntryForm } from '../EntryForm';
import { SelectInput, SwitchInput, TextAreaInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { useStores } from '../options';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type Stored = components['schemas']['QrMerchantValue'];
/** Secrets are typed and never answered. */
type Merchant = Omit<Stored, 'privateKey' | 'apiKey'> & { privateKey: string; apiKey: string };

const PROVIDERS = [
  { value: 'ALIPAY', label: 'Alipay' },
  { value: 'WECHATPAY', label: 'WeChat Pay' },
] as const;
const GATEWAYS: Record<Stored['provider'], string> = {
  ALIPAY: 'https://openapi.alipay.com/gateway.do',
  WECHATPAY: 'https://api.mch.weixin.qq.com',
};
const BLANK: Merchant = {
  storeNo: '',
  provider: 'ALIPAY',
  isActive: true,
  gateway: GATEWAYS.ALIPAY,
  appId: '',
  merchantId: '',
  serialNo: '',
  platformKeyId: '',
  platformKey: '',
  privateKey: '',
  privateKeyMark: '',
  apiKey: '',
  apiKeyMark: '',
};

const nameOf = (provider: Stored['provider']): string => PROVIDERS.find(({ value }) => value === provider)?.label ?? provider;
const titleOf = (value: Pick<Stored, 'storeNo' | 'provider'>): string =>
  [value.storeNo, nameOf(value.provider)].filter(Boolean).join(' · ');

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/qr-merchant', request)}
      rowOf={(value) => ({ title: titleOf(value), sub: value.appId, ...(value.isActive ? {} : { tag: { text: t('qr.off') } }) })}
    />
  );
}

/** Asks the provider with what is saved. */
function AccountTest({ merchantKey }: { merchantKey: string }) {
  const { t } = useTranslation('setting');
  return (
    <ConnectionTest
      label={t('qr.test')}
      works={t('qr.works')}
      ask={() => post('/setting/qr-merchant/{merchantKey}/test', { path: { merchantKey }, body: {}, notice: 'none' })}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  const stores = useStores();
  const help = (mark: string | undefined): string => (!mark ? t('qr.secretNew') : t('qr.secretKept', { mark }));
  return (
    <EntryForm<Merchant, { key: string; version: number; value: Merchant }>
      {...props}
      name="qrMerchant"
      blank={() => BLANK}
      titleOf={titleOf}
      keyOf={(value) => `${value.storeNo}-${value.provider}`}
      read={async (merchantKey, signal) => {
        const entry = await get('/setting/qr-merchant/{merchantKey}', { path: { merchantKey }, signal, notice: 'none' });
        return { ...entry, value: { ...BLANK, ...entry.value, privateKey: '', apiKey: '' } };
      }}
      write={(merchantKey, { version, value }) => {
        const { privateKey, apiKey, ...rest } = value;
        const secrets = { ...(privateKey.trim() && { privateKey }), ...(apiKey.trim() && { apiKey }) };
        const body = { version, value: { ...rest, ...secrets } };
        return put('/setting/qr-merchant/{merchantKey}', { path: { merchantKey }, body, notice: 'none' });
      }}
    >
      {(form, isNew, { stored }) => {
        const isWechat = form.value.provider === 'WECHATPAY';
        return (
          <>
            <FormSection title={t('part.account')}>
              <SelectInput form={form} name="storeNo" label={t('field.storeNo')} options={stores} isRequired isFixed={!isNew} />
              <SelectInput
                form={form}
                name="provider"
                label={t('field.provider')}
                options={PROVIDERS}
                isRequired
                isFixed={!isNew}
                onChosen={(chosen) => {
                  const provider = chosen as Stored['provider'];
                  form.set({ provider, gateway: GATEWAYS[provider] });
                }}
              />
              <TextInput form={form} name="gateway" label={t('field.gateway')} isRequired isLtr isWide />
              <TextInput form={form} name="appId" label={t('field.appId')} isRequired isLtr />
              {isWechat && <TextInput form={form} name="merchantId" label={t('field.merchantId')} isRequired isLtr />}
              <SwitchInput form={form} name="isActive" label={t('field.isActive')} />
            </FormSection>
            <FormSection title={t('part.keys')}>
              <TextAreaInput form={form} name="privateKey" label={t('field.privateKey')} help={help(form.value.privateKeyMark)} />
              {isWechat && <TextInput form={form} name="serialNo" label={t('field.serialNo')} isRequired isLtr />}
              {isWechat && (
                <TextInput form={form} name="apiKey" label={t('field.apiKey')} help={help(form.value.apiKeyMark)} isLtr />
              )}
              <TextAreaInput form={form} name="platformKey" label={t('field.platformKey')} help={t('qr.platformHelp')} />
              {isWechat && <TextInput form={form} name="platformKeyId" label={t('field.platformKeyId')} isLtr />}
              {stored && <AccountTest key={stored.version} merchantKey={stored.key} />}
            </FormSection>
          </>
        );
      }}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
