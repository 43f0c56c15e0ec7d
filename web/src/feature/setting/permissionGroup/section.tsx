import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { page } from '#/lib/path';
import { Segment } from '#/ui/Segment';
import { AREAS, areaOf, usePermissionName } from '#/widget/permission';
import { EntryForm, type Draft } from '../EntryForm';
import { CodeInput, SelectInput, StepsInput, TextInput } from '../fields';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';
import { useStaffChoices } from '../staff';
import css from '../Setting.module.css';
import type { Form as FormState } from '../use-form';

type Group = components['schemas']['PermissionGroupValue'];
type Grant = components['schemas']['Grant'];

const BLANK: Group = { name: '', landing: page.sale, lineDiscountLimit: 0, basketDiscountLimit: 0, totalDiscountLimit: 0, grants: {} };
const PERCENT_DIGITS = 2;
/** The pages that this till has; others of the server's own may be kept. */
const PAGES = new Map<string, 'section.sale' | 'section.order' | 'section.setting'>([
  [page.sale, 'section.sale'],
  [page.orderHistory, 'section.order'],
  [page.setting, 'section.setting'],
]);

/** How many of the permissions a group holds. */
function Held({ code, held }: { code: string; held: number }) {
  const { t } = useTranslation('setting');
  const total = useStaffChoices().permissions.length;
  return total === 0 ? code : `${code} · ${t('permission.sum', { held, total })}`;
}

const rowOf = ({ name, grants }: Group, key: string) => ({ title: name, sub: <Held code={key} held={Object.keys(grants).length} /> });

function List(props: ListProps) {
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/permission-group', request)}
      rowOf={rowOf}
    />
  );
}

interface RowProps {
  form: FormState<Draft<Group>>;
  code: string;
  ways: readonly Grant[];
}

/** How the group holds a permission. */
function Row({ form, code, ways }: RowProps) {
  const { t } = useTranslation('permission');
  const nameOf = usePermissionName();
  const { grants } = form.value;
  const options: Grant[] = ['DENIED', ...ways];
  const name = nameOf(code);
  return (
    <li className={css.grant}>
      <span>{name}</span>
      <Segment
        label={name}
        value={grants[code] ?? 'DENIED'}
        options={options.map((grant) => ({ value: grant, label: t(`grant.${grant}`) }))}
        onChange={(grant) => {
          const others = Object.entries(grants).filter(([known]) => known !== code);
          // In one order, so that what is changed back is as it was.
          const all = [...others, ...(grant === 'DENIED' ? [] : [[code, grant] as const])].toSorted(([a], [b]) => (a < b ? -1 : 1));
          form.set({ grants: Object.fromEntries(all) });
        }}
      />
    </li>
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  const { t: words } = useTranslation('permission');
  const { t: shell } = useTranslation('shell');
  const pageOf = (path: string) => {
    const name = PAGES.get(path);
    return { value: path, label: name ? shell(name) : path };
  };
  const { permissions } = useStaffChoices();
  const limit = (form: FormState<Draft<Group>>, name: 'lineDiscountLimit' | 'basketDiscountLimit' | 'totalDiscountLimit') => (
    <StepsInput form={form} name={name} label={t(`field.${name}`)} digits={PERCENT_DIGITS} unit="%" isRequired />
  );
  return (
    <EntryForm
      {...props}
      name="permissionGroup"
      blank={() => BLANK}
      titleOf={(value) => value.name}
      read={(permissionGroupCode, signal) =>
        get('/setting/permission-group/{permissionGroupCode}', { path: { permissionGroupCode }, signal, notice: 'none' })
      }
      write={(permissionGroupCode, body) =>
        put('/setting/permission-group/{permissionGroupCode}', { path: { permissionGroupCode }, body, notice: 'none' })
      }
    >
      {(form, isNew) => (
        <>
          <FormSection title={t('part.identity')}>
            <CodeInput form={form} isNew={isNew} />
            <TextInput form={form} name="name" label={t('field.name')} isRequired />
            <SelectInput
              form={form}
              name="landing"
              label={t('field.landing')}
              help={t('permission.landingHelp')}
              options={[...new Set([...PAGES.keys(), form.value.landing])].map(pageOf)}
              isRequired
            />
          </FormSection>
          <FormSection title={t('part.limits')}>
            {limit(form, 'lineDiscountLimit')}
            {limit(form, 'basketDiscountLimit')}
            {limit(form, 'totalDiscountLimit')}
          </FormSection>
          {AREAS.map((area) => (
            <FormSection key={area} title={words(`area.${area}`)}>
              <ul className={css.grants}>
                {permissions
                  .filter(({ permissionCode }) => areaOf(permissionCode) === area)
                  .map(({ permissionCode, grants }) => (
                    <Row key={permissionCode} form={form} code={permissionCode} ways={grants} />
                  ))}
              </ul>
            </FormSection>
          ))}
        </>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
