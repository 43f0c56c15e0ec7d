import { Popover } from '@mantine/core';
import { IconFilter2, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { salespeopleQuery, tenderQuery } from '#/api/queries';
import { formatDay } from '#/lib/date';
import { formatInteger } from '#/lib/money';
import { useIsPhone } from '#/lib/use-media';
import { Button } from '#/ui/Button';
import { SelectField } from '#/ui/SelectField';
import { Tag } from '#/ui/Tag';
import { DaysButton } from '#/widget/list/DaysButton';
import { ExportButton } from '#/widget/list/ExportButton';
import { ListTools } from '#/widget/list/ListPage';
import { SearchField } from '#/widget/list/SearchField';
import css from './OrderHistory.module.css';
import { activeFilters, DAY_PRESETS, daysOf, filterOf, isAnyDay, type OrderSearch } from './order-search';

export interface FilterProps {
  search: OrderSearch;
  today: string;
  onChange: (change: Partial<Record<keyof OrderSearch, string | undefined>>) => void;
}

export function useDaysLabel(): (search: OrderSearch, today: string) => string {
  const { t } = useTranslation('order');
  return (search, today) => {
    if (isAnyDay(search)) return t('days.all');
    const { from, to } = daysOf(search, today);
    if (from === to) return formatDay(from);
    return search.days === 'custom' ? t('days.range', { from: formatDay(from), to: formatDay(to) }) : t(`days.${search.days ?? 'today'}`);
  };
}

function OrderDays({ search, today, onChange }: FilterProps) {
  const { t } = useTranslation('order');
  const label = useDaysLabel();
  const unnamed = search.statementNo ? 'all' : 'today';
  return (
    <DaysButton
      label={label(search, today)}
      choices={[undefined, ...DAY_PRESETS].map((days) => ({ days, name: t(`days.${days ?? unnamed}`) }))}
      chosen={search.days}
      shown={daysOf(search, today)}
      today={today}
      onChange={onChange}
    />
  );
}

/** Names of what is filtered by, for the selects and the chips. */
function useFilterOptions() {
  const people = useQuery(salespeopleQuery);
  const tenders = useQuery(tenderQuery);
  return {
    people: (people.data ?? []).map((person) => ({ id: person.staffId, name: `${person.firstName} ${person.lastName}`.trim() })),
    tenders: (tenders.data ?? []).map((tender) => ({ id: tender.code, name: tender.name })),
  };
}

function FilterButton({ search, onChange }: FilterProps) {
  const { t } = useTranslation('order');
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const { people, tenders } = useFilterOptions();
  const active = activeFilters(search);
  const name = active > 0 ? t('filter.active', { count: active }) : t('filter.name');
  return (
    <Popover opened={isOpen} onChange={setOpen} width={320} position={isPhone ? 'bottom-end' : 'bottom-start'}>
      <Popover.Target>
        <Button
          variant="quiet"
          icon={<IconFilter2 size={20} stroke={1.6} aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-label={name}
          onClick={() => setOpen(!isOpen)}
        >
          {!isPhone && t('filter.name')}
          {active > 0 && <Tag tone="accent">{formatInteger(active)}</Tag>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.name')}>
        <div className={css.filters}>
          <SelectField
            label={t('filter.salesperson')}
            value={search.staffId ?? ''}
            onChange={(staffId) => onChange({ staffId: staffId || undefined })}
          >
            <option value="">{t('filter.anySalesperson')}</option>
            {people.map(({ id, name: person }) => (
              <option key={id} value={id}>
                {person}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('filter.tender')}
            value={search.tenderCode ?? ''}
            onChange={(tenderCode) => onChange({ tenderCode: tenderCode || undefined })}
          >
            <option value="">{t('filter.anyTender')}</option>
            {tenders.map(({ id, name: tender }) => (
              <option key={id} value={id}>
                {tender}
              </option>
            ))}
          </SelectField>
          <Button variant="quiet" isWide onClick={() => setOpen(false)}>
            {t('filter.done')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function ActiveChips({ search, onChange }: FilterProps) {
  const { t } = useTranslation('order');
  const { people, tenders } = useFilterOptions();
  const chips = [
    { key: 'staffId' as const, id: search.staffId, options: people },
    { key: 'tenderCode' as const, id: search.tenderCode, options: tenders },
    {
      key: 'statementNo' as const,
      id: search.statementNo,
      options: search.statementNo ? [{ id: search.statementNo, name: t('filter.statement', { statementNo: search.statementNo }) }] : [],
    },
  ].flatMap(({ key, id, options }) => (id ? [{ key, name: options.find((option) => option.id === id)?.name ?? id }] : []));
  if (chips.length === 0) return null;
  return (
    <div className={css.chips}>
      {chips.map(({ key, name }) => (
        <button
          key={key}
          type="button"
          className={css.chip}
          aria-label={t('filter.remove', { name })}
          onClick={() => onChange({ [key]: undefined })}
        >
          <bdi>{name}</bdi>
          <IconX size={18} stroke={1.6} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}

/** Search, days, filters, export. */
export function OrderFilters(props: FilterProps) {
  const { t, i18n } = useTranslation('order');
  const { search, today, onChange } = props;
  const { from, to } = daysOf(search, today);
  const days = from === to ? from : `${from}-${to}`;
  const name = `${t('exportName')}-${isAnyDay(search) ? search.statementNo : days}`;
  return (
    <>
      <ListTools>
        <SearchField
          label={t('search')}
          clearLabel={t('clearSearch')}
          value={search.search ?? ''}
          onChange={(text) => onChange({ search: text || undefined })}
        />
        <OrderDays {...props} />
        <FilterButton {...props} />
        <ExportButton
          label={t('export')}
          address={address('/order/export.csv', { query: filterOf(search, today) })}
          fileName={`${name}.csv`}
        />
        <ExportButton
          isPaper
          label={t('exportPdf')}
          address={address('/order/export.pdf', { query: { ...filterOf(search, today), language: i18n.language } })}
          fileName={`${name}.pdf`}
        />
      </ListTools>
      <ActiveChips {...props} />
    </>
  );
}
