import { useTranslation } from 'react-i18next';
import { get, post, put } from '#/api/client';
import { address } from '#/api/operation';
import type { components } from '#/api/schema';
import { Note } from '#/ui/Note';
import { ConnectionTest } from '../ConnectionTest';
import { EntryForm } from '../EntryForm';
import { CodeInput, SelectInput, StepsInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { useStores } from '../options';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type Stored = components['schemas']['TerminalValue'];
/** The passphrase is typed and never answered. */
type Terminal = Omit<Stored, 'devicePassphrase'> & { devicePassphrase: string };

const BLANK: Terminal = {
  storeNo: '',
  name: '',
  deviceSN: '',
  merchantNo: '',
  deviceAddress: '',
  deviceKeyIdentifier: '',
  deviceKeyVersion: null,
  devicePassphrase: '',
  devicePassphraseMark: '',
};

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/terminal', request)}
      rowOf={(value, key) => ({ title: `${key} · ${value.name}`, sub: value.deviceSN === '' ? t('terminal.noDevice') : value.deviceSN })}
      table={{ address: (search) => address('/setting/terminal/export.csv', { query: { search } }), name: 'terminals.csv' }}
    />
  );
}

/** Asks the terminal that is saved how it is. */
function TerminalTest({ terminalNo }: { terminalNo: string }) {
  const { t } = useTranslation('setting');
  return (
    <ConnectionTest
      label={t('terminal.test')}
      works={t('terminal.works')}
      ask={() => post('/setting/terminal/{terminalNo}/test', { path: { terminalNo }, body: {}, notice: 'none' })}
    >
      {({ unreachableHosts }) =>
        unreachableHosts.length > 0 && <Note tone="citrine">{t('terminal.hosts', { hosts: unreachableHosts.join(', ') })}</Note>
      }
    </ConnectionTest>
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  const stores = useStores();
  return (
    <EntryForm<Terminal, { key: string; version: number; value: Terminal }>
      {...props}
      name="terminal"
      hasHistory
      blank={() => BLANK}
      titleOf={(value, stored) => [stored?.key, value.name].filter(Boolean).join(' · ')}
      read={async (terminalNo, signal) => {
        const entry = await get('/setting/terminal/{terminalNo}', { path: { terminalNo }, signal, notice: 'none' });
        return { ...entry, value: { ...BLANK, ...entry.value, devicePassphrase: '' } };
      }}
      write={(terminalNo, { version, value }) => {
        const { devicePassphrase, ...rest } = value;
        const body = { version, value: { ...rest, ...(devicePassphrase.trim() && { devicePassphrase }) } };
        return put('/setting/terminal/{terminalNo}', { path: { terminalNo }, body, notice: 'none' });
      }}
    >
      {(form, isNew, { stored }) => (
        <>
          <FormSection title={t('part.till')}>
            <CodeInput form={form} isNew={isNew} />
            <TextInput form={form} name="name" label={t('field.name')} isRequired />
            <SelectInput form={form} name="storeNo" label={t('field.storeNo')} options={stores} isRequired isFixed={!isNew} />
          </FormSection>
          <FormSection title={t('part.device')}>
            <TextInput form={form} name="deviceSN" label={t('field.deviceSN')} isLtr />
            <TextInput form={form} name="merchantNo" label={t('field.merchantNo')} isLtr />
            <TextInput form={form} name="deviceAddress" label={t('field.deviceAddress')} help={t('terminal.addressHelp')} isLtr isWide />
            {stored && stored.value.deviceSN !== '' && <TerminalTest key={stored.version} terminalNo={stored.key} />}
          </FormSection>
          <FormSection title={t('part.encryption')}>
            <TextInput form={form} name="deviceKeyIdentifier" label={t('field.deviceKeyIdentifier')} help={t('terminal.keyHelp')} isLtr />
            <StepsInput form={form} name="deviceKeyVersion" label={t('field.deviceKeyVersion')} digits={0} isNullable />
            <TextInput
              form={form}
              name="devicePassphrase"
              label={t('field.devicePassphrase')}
              help={form.value.devicePassphraseMark ? t('qr.secretKept', { mark: form.value.devicePassphraseMark }) : t('qr.secretNew')}
              isLtr
            />
          </FormSection>
        </>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
