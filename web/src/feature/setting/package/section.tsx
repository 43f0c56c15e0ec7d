import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import type { Answer, Input } from '#/api/operation';
import type { PackageState } from '#/api/types';
import { formatMoney, formatRate } from '#/lib/money';
import { EntryList } from '../EntryList';
import type { Entry, EntryListing, ListProps, Section } from '../section';
import { PackageForm } from './PackageForm';
import { STATE_TONES, STATES } from './state';

type Row = Answer<'get', '/setting/package'>['items'][number];
type Query = NonNullable<Input<'get', '/setting/package'>['query']>;
type Sort = NonNullable<Query['sort']>;

const SORTS: readonly Sort[] = ['discountId', 'description', 'state', 'priority', 'startingDate', 'endingDate', 'changedAt'];

function benefit(row: Row, t: TFunction<'package'>): string {
  const { groupDiscType: kind, groupDiscTypeValue: value, currency } = row;
  switch (kind) {
    case 'DISC_PERCENT':
      return t('benefit.off', { value: formatRate(value) });
    case 'DISC_AMOUNT':
      return t('benefit.off', { value: formatMoney({ minor: value, currency }) });
    case 'DEAL_PRICE':
      return t('benefit.deal', { value: formatMoney({ minor: value, currency }) });
    case 'LEAST_EXPENSIVE':
      return t('benefit.least', { count: value });
    case 'LINE_SPECIFIC':
      return t('kind.LINE_SPECIFIC');
  }
}

function entryOf(row: Row, t: TFunction<'package'>): Entry {
  const tone = STATE_TONES[row.state];
  return {
    id: row.discountId,
    title: row.description || row.discountId,
    sub: `${row.discountId} · ${benefit(row, t)}`,
    // What counts is as usual.
    ...(row.state === 'ENABLED' ? {} : { tag: { text: t(`state.${row.state}`), ...(tone ? { tone } : {}) } }),
  };
}

function List(props: ListProps) {
  const { t } = useTranslation('package');
  const listing: EntryListing = {
    load: async ({ search, sort, filter, cursor, limit, signal }) => {
      const wish = SORTS.find((known) => known === sort);
      const state = STATES.find((known) => known === filter['state']) as PackageState | undefined;
      const query: Query = {
        search,
        limit,
        ...(cursor === null ? {} : { cursor }),
        ...(state ? { state } : {}),
        // The newest change comes first.
        ...(wish ? { sort: wish, descending: wish === 'changedAt' } : {}),
      };
      const page = await get('/setting/package', { query, signal, notice: 'none' });
      return { items: page.items.map((row) => entryOf(row, t)), nextCursor: page.nextCursor, total: page.total };
    },
    placeholder: t('search'),
    sorts: SORTS.map((value) => ({ value, label: t(`sort.${value}`) })),
    filters: [{ name: 'state', label: t('stateLabel'), options: STATES.map((value) => ({ value, label: t(`state.${value}`) })) }],
    add: t('add'),
    empty: t('empty'),
  };
  return <EntryList {...props} listing={listing} />;
}

export const section: Section = { List, Form: PackageForm };
