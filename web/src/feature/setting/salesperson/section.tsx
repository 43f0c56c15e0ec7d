import { IconLockOpen } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get, post, put } from '#/api/client';
import { address } from '#/api/operation';
import type { components } from '#/api/schema';
import { formatDay, formatMinute, formatMoment } from '#/lib/date';
import { leftToRight } from '#/lib/left-to-right';
import { showNotice } from '#/lib/notice';
import { Avatar } from '#/ui/Avatar';
import { Button } from '#/ui/Button';
import { Note } from '#/ui/Note';
import { PasswordField } from '#/ui/PasswordField';
import { useTimeZone } from '#/widget/use-time-zone';
import { Boxes } from '../Boxes';
import { EntryForm, type Draft, type Opened } from '../EntryForm';
import { EntryList } from '../EntryList';
import { DayInput, SelectInput, SwitchInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import type { Entry, EntryQuery, FormProps, ListProps, Section } from '../section';
import { storeChoice, useStaffChoices, type StaffChoices } from '../staff';
import css from '../Setting.module.css';
import type { Form as FormState } from '../use-form';

type View = components['schemas']['SalespersonSettingView'];
/** What is typed of a person: what is kept of them, and a new password. */
type Person = components['schemas']['SalespersonValue'] & { password: string };

const BLANK: Person = {
  firstName: '',
  lastName: '',
  nameOnReceipt: '',
  blocked: false,
  permissionGroupCode: '',
  employeeType: null,
  endsOn: null,
  companyNo: '',
  storeNo: '',
  defaultTerminalNo: null,
  linkedStores: [],
  password: '',
};
const TYPES = ['SALES', 'CASHIER', 'STOCK', 'MANAGER', 'AREA', 'HQ', 'IT', 'TEMP'] as const;
const STATES = ['ACTIVE', 'LOCKED', 'BLOCKED', 'ENDED'] as const;
const SORTS = ['name', 'staffId', 'storeNo'] as const;

const nameOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim();

const filterOf = ({ search, sort, filter }: EntryQuery) => ({
  search,
  sort,
  storeNo: filter['storeNo'] ?? '',
  permissionGroupCode: filter['permissionGroupCode'] ?? '',
  employeeType: filter['employeeType'] ?? '',
  state: filter['state'] ?? '',
});

/** A word for whoever does not simply log in. */
function useTag(): (view: View) => Entry['tag'] {
  const { t } = useTranslation('setting');
  return ({ state, value }) => {
    if (state === 'BLOCKED' || state === 'ENDED') return { tone: 'garnet', text: t(`option.${state}`) };
    if (state === 'LOCKED') return { tone: 'citrine', text: t('option.LOCKED') };
    return value.endsOn ? { tone: 'citrine', text: t('staff.until', { date: formatDay(value.endsOn) }) } : undefined;
  };
}

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  const choices = useStaffChoices();
  const tagOf = useTag();
  const rowOf = (view: View): Entry => {
    const tag = tagOf(view);
    const kind = view.value.employeeType;
    return {
      id: view.key,
      title: nameOf(view.value),
      sub: [view.key, kind ? t(`option.${kind}`) : ''].filter(Boolean).join(' · '),
      initials: view.initials,
      ...(tag ? { tag } : {}),
    };
  };
  return (
    <EntryList
      {...props}
      listing={{
        load: async ({ cursor, limit, signal, ...query }) => {
          const page = await get('/setting/salesperson', { query: { ...filterOf(query), cursor, limit }, signal, notice: 'none' });
          return { ...page, items: page.items.map(rowOf) };
        },
        placeholder: t('staff.search'),
        sorts: SORTS.map((sort) => ({ value: sort, label: t(`field.${sort}`) })),
        filters: [
          { name: 'storeNo', label: t('field.storeNo'), options: choices.stores.map(storeChoice) },
          { name: 'permissionGroupCode', label: t('field.permissionGroupCode'), options: choices.permissionGroups.map(groupChoice) },
          { name: 'employeeType', label: t('field.employeeType'), options: TYPES.map((kind) => ({ value: kind, label: t(`option.${kind}`) })) },
          { name: 'state', label: t('state'), options: STATES.map((state) => ({ value: state, label: t(`option.${state}`) })) },
        ],
        add: t('add'),
        empty: t('emptyText'),
        table: { address: (query) => address('/setting/salesperson/export.csv', { query: filterOf(query) }), fileName: 'salespeople.csv' },
      }}
    />
  );
}

const groupChoice = ({ permissionGroupCode: code }: StaffChoices['permissionGroups'][number]) => ({ value: code, label: code });

interface PartProps {
  form: FormState<Draft<Person>>;
  choices: StaffChoices;
}

function Identity({ form, choices, isNew }: PartProps & { isNew: boolean }) {
  const { t } = useTranslation('setting');
  const companies = choices.companies.map(({ companyNo, companyName }) => ({ value: companyNo, label: companyName }));
  return (
    <FormSection title={t('part.person')}>
      <TextInput form={form} name="key" label={t('field.staffId')} help={t(isNew ? 'staff.idHelp' : 'staff.idFixed')} isRequired isLtr isFixed={!isNew} />
      <PasswordField
        label={t('field.password')}
        value={form.value.password}
        isLarge={false}
        isNew
        isRequired={isNew}
        help={t(isNew ? 'staff.passwordNew' : 'staff.passwordKept')}
        error={form.errorOf('password')}
        onChange={(password) => form.set({ password })}
      />
      <TextInput form={form} name="nameOnReceipt" label={t('field.nameOnReceipt')} />
      <TextInput form={form} name="firstName" label={t('field.firstName')} />
      <TextInput form={form} name="lastName" label={t('field.lastName')} />
      <SelectInput form={form} name="companyNo" label={t('field.companyNo')} options={companies} blank={t('staff.choose')} isRequired />
    </FormSection>
  );
}

function Work({ form, choices }: PartProps) {
  const { t } = useTranslation('setting');
  const { value } = form;
  const store = choices.stores.find(({ storeNo }) => storeNo === value.storeNo);
  const terminals = (store?.terminals ?? []).map(({ terminalNo, name }) => ({ value: terminalNo, label: name }));
  const group = choices.permissionGroups.find(({ permissionGroupCode: code }) => code === value.permissionGroupCode);
  const choose = t('staff.choose');
  return (
    <FormSection title={t('part.work')}>
      <SelectInput
        form={form}
        name="storeNo"
        label={t('field.storeNo')}
        options={choices.stores.map(({ storeNo }) => ({ value: storeNo, label: storeNo }))}
        blank={choose}
        help={store?.name}
        isRequired
        onChosen={(storeNo) => {
          // Another store has other tills; who is new works for its company unless told otherwise.
          const chosen = choices.stores.find((one) => one.storeNo === storeNo);
          form.set({ storeNo, defaultTerminalNo: null, ...(value.companyNo === '' && chosen ? { companyNo: chosen.companyNo } : {}) });
        }}
      />
      <SelectInput form={form} name="defaultTerminalNo" label={t('field.defaultTerminalNo')} options={terminals} none={t('staff.firstTerminal')} />
      <SelectInput
        form={form}
        name="permissionGroupCode"
        label={t('field.permissionGroupCode')}
        options={choices.permissionGroups.map(groupChoice)}
        blank={choose}
        help={group?.name}
        isRequired
      />
      <SelectInput
        form={form}
        name="employeeType"
        label={t('field.employeeType')}
        options={TYPES.map((kind) => ({ value: kind, label: t(`option.${kind}`) }))}
        none={choose}
        isRequired
      />
      {value.employeeType === 'TEMP' && <DayInput form={form} name="endsOn" label={t('field.endsOn')} isRequired />}
    </FormSection>
  );
}

function Links({ form, choices }: PartProps) {
  const { t } = useTranslation('setting');
  const others = choices.stores.filter(({ storeNo }) => storeNo !== form.value.storeNo);
  return (
    <FormSection title={t('field.linkedStores')}>
      <div className={css.wide}>
        <p className="t-meta">{t('staff.linkedHelp')}</p>
        <Boxes
          label={t('field.linkedStores')}
          options={others.map(storeChoice)}
          chosen={form.value.linkedStores}
          error={form.errorOf('linkedStores')}
          onChange={(linkedStores) => form.set({ linkedStores })}
        />
      </div>
    </FormSection>
  );
}

type Stored = Omit<View, 'value'> & { value: Person };

function Locked({ person, onDone }: { person: Stored; onDone: () => Promise<unknown> }) {
  const { t } = useTranslation('setting');
  const client = useQueryClient();
  const zone = useTimeZone();
  const unlock = useMutation({
    mutationFn: () => post('/setting/salesperson/{staffId}/unlock', { path: { staffId: person.key } }),
    onSuccess: () => {
      showNotice('success', t('staff.unlocked', { name: nameOf(person.value) }));
      void client.invalidateQueries({ queryKey: ['setting', 'salesperson'] });
    },
    onSettled: onDone,
  });
  if (!person.lockedUntil) return null;
  return (
    <div className={css.trouble}>
      <Note
        tone="citrine"
        action={
          <Button size="sm" isBusy={unlock.isPending} icon={<IconLockOpen size={20} stroke={1.6} aria-hidden="true" />} onClick={() => unlock.mutate()}>
            {t('staff.unlock')}
          </Button>
        }
      >
        {t('staff.locked', { at: formatMinute(person.lockedUntil, zone) })}
      </Note>
    </div>
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  const choices = useStaffChoices();
  const zone = useTimeZone();
  const lastLogin = ({ lastLoginAt, lastLoginTerminal }: Stored): string =>
    lastLoginAt
      ? t('staff.lastLogin', { at: leftToRight(formatMoment(lastLoginAt, zone)), terminal: leftToRight(lastLoginTerminal ?? '') })
      : t('staff.noLogin');
  const around = (form: FormState<Draft<Person>>, { stored }: Opened<Stored>) => ({
    saveLabel: t('staff.save'),
    ...(stored ? { lead: <Avatar size="md">{stored.initials}</Avatar>, sub: lastLogin(stored) } : { title: t('staff.new') }),
    aside: <SwitchInput form={form} name="blocked" label={t('field.blocked')} />,
  });
  return (
    <EntryForm<Person, Stored>
      {...props}
      name="salesperson"
      blank={() => BLANK}
      titleOf={nameOf}
      around={around}
      read={async (staffId, signal) => {
        const view = await get('/setting/salesperson/{staffId}', { path: { staffId }, signal, notice: 'none' });
        return { ...view, value: { ...view.value, password: '' } };
      }}
      write={(staffId, { version, value: { password, ...value } }) =>
        put('/setting/salesperson/{staffId}', {
          path: { staffId: staffId.toLowerCase() },
          body: { version, value, password: password === '' ? null : password },
          notice: 'none',
        })
      }
    >
      {(form, isNew, { stored, reload }) => (
        <>
          {stored && <Locked person={stored} onDone={reload} />}
          <Identity form={form} choices={choices} isNew={isNew} />
          <Work form={form} choices={choices} />
          <Links form={form} choices={choices} />
        </>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
