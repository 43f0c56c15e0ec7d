import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import type { components } from '#/api/schema';
import { EntryForm } from '../EntryForm';
import { SelectInput, StepsInput } from '../fields';
import { FormSection } from '../FormFrame';
import { useStores } from '../options';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';

type Distance = components['schemas']['StoreDistanceValue'];

const BLANK: Distance = { fromStoreNo: '', fromStoreName: '', toStoreNo: '', toStoreName: '', travelDays: 1 };

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/store-distance', request)}
      rowOf={(value) => ({ title: `${value.fromStoreName} – ${value.toStoreName}`, sub: t('travelDays', { count: value.travelDays }) })}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  const stores = useStores();
  return (
    <EntryForm
      {...props}
      name="storeDistance"
      blank={() => BLANK}
      titleOf={(value) => `${value.fromStoreName} – ${value.toStoreName}`}
      // A pair is the same from either side: the server knows it in the order of the numbers.
      keyOf={(value) => [value.fromStoreNo, value.toStoreNo].toSorted().join('~')}
      read={(storePair, signal) => get('/setting/store-distance/{storePair}', { path: { storePair }, signal, notice: 'none' })}
      write={(storePair, body) => put('/setting/store-distance/{storePair}', { path: { storePair }, body, notice: 'none' })}
    >
      {(form, isNew) => (
        <FormSection title={t('part.distance')}>
          <SelectInput form={form} name="fromStoreNo" label={t('field.fromStoreNo')} options={stores} isRequired isFixed={!isNew} />
          <SelectInput form={form} name="toStoreNo" label={t('field.toStoreNo')} options={stores} isRequired isFixed={!isNew} />
          <StepsInput form={form} name="travelDays" label={t('field.travelDays')} help={t('distanceHelp')} digits={0} isRequired />
        </FormSection>
      )}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
