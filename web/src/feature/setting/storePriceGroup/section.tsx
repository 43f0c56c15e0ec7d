import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { IconButton } from '#/ui/IconButton';
import { SelectField } from '#/ui/SelectField';
import { EntryForm, type Draft } from '../EntryForm';
import { FormSection } from '../FormFrame';
import { PlainList } from '../PlainList';
import { usePriceGroups } from '../options';
import type { FormProps, ListProps, Section } from '../section';
import css from '../Setting.module.css';
import type { Form as FormState } from '../use-form';

type StoreGroups = components['schemas']['StorePriceGroupValue'];

const BLANK: StoreGroups = { name: '', currencyCode: 'EUR', priceGroups: [] };

function List(props: ListProps) {
  return (
    <PlainList
      {...props}
      isClosed
      load={(request) => get('/setting/store-price-group', request)}
      rowOf={(value, key) => ({ title: value.name, sub: `${key} · ${value.priceGroups.join(' › ')}`, tag: { text: value.currencyCode } })}
    />
  );
}

/** The price groups in their order: each can move up, down, or go. */
function Groups({ form }: { form: FormState<Draft<StoreGroups>> }) {
  const { t } = useTranslation('setting');
  const all = usePriceGroups();
  const { priceGroups, currencyCode } = form.value;
  const set = (codes: string[]): void => form.set({ priceGroups: codes });
  const swap = (from: number, to: number): void => {
    const codes = [...priceGroups];
    const [moved] = codes.splice(from, 1);
    if (moved !== undefined) codes.splice(to, 0, moved);
    set(codes);
  };
  const free = all.filter(({ key, value }) => value.kind === 'STORE' && value.currencyCode === currencyCode && !priceGroups.includes(key));
  return (
    <div className={css.wide}>
      <ol className={css.lines}>
        {priceGroups.map((code, index) => (
          <li key={code} className={css.line}>
            <span className={css.rowText}>
              <b>{code}</b>
              <span className="t-meta">{all.find(({ key }) => key === code)?.value.description}</span>
            </span>
            {index > 0 && (
              <IconButton label={t('moveUp', { name: code })} icon={<IconArrowUp size={20} stroke={1.6} />} onClick={() => swap(index, index - 1)} />
            )}
            {index < priceGroups.length - 1 && (
              <IconButton label={t('moveDown', { name: code })} icon={<IconArrowDown size={20} stroke={1.6} />} onClick={() => swap(index, index + 1)} />
            )}
            <IconButton
              label={t('remove', { name: code })}
              icon={<IconX size={20} stroke={1.6} />}
              onClick={() => set(priceGroups.filter((known) => known !== code))}
            />
          </li>
        ))}
      </ol>
      <SelectField
        label={t('addGroup')}
        value=""
        help={t('precedenceHelp')}
        error={form.errorOf('priceGroups')}
        onChange={(code) => code !== '' && set([...priceGroups, code])}
      >
        <option value="" />
        {free.map(({ key, value }) => (
          <option key={key} value={key}>
            {`${key} · ${value.description}`}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryForm
      {...props}
      name="storePriceGroup"
      blank={() => BLANK}
      titleOf={(value) => value.name}
      read={(storeNo, signal) => get('/setting/store-price-group/{storeNo}', { path: { storeNo }, signal, notice: 'none' })}
      write={(storeNo, body) => put('/setting/store-price-group/{storeNo}', { path: { storeNo }, body, notice: 'none' })}
    >
      {(form) => (
        <FormSection title={t('field.priceGroups')}>
          <Groups form={form} />
        </FormSection>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
