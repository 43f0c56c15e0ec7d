import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import type { Input } from '#/api/operation';
import { formatMoney } from '#/lib/money';
import { EntryList } from '../EntryList';
import type { EntryListing, ListProps, Section } from '../section';
import { CampaignForm } from './CampaignForm';

type Query = NonNullable<Input<'get', '/setting/campaign'>['query']>;
type Sort = NonNullable<Query['sort']>;

const SORTS: readonly Sort[] = ['campaignId', 'name', 'startingDate', 'endingDate', 'changedAt'];

function List(props: ListProps) {
  const { t } = useTranslation('package');
  const listing: EntryListing = {
    load: async ({ search, sort, filter, cursor, limit, signal }) => {
      const wish = SORTS.find((known) => known === sort);
      const query: Query = {
        search,
        limit,
        ...(cursor === null ? {} : { cursor }),
        ...(filter['enabled'] ? { enabled: filter['enabled'] === 'true' } : {}),
        ...(wish ? { sort: wish, descending: wish === 'changedAt' } : {}),
      };
      const page = await get('/setting/campaign', { query, signal, notice: 'none' });
      return {
        items: page.items.map((row) => ({
          id: row.campaignId,
          title: row.name || row.campaignId,
          sub: `${row.campaignId} · ${t('campaign.from', { amount: formatMoney(row.qualifyingAmount) })} · ${t('campaign.gifts', { count: row.gifts })}`,
          ...(row.enabled ? {} : { tag: { text: t('state.DISABLED') } }),
        })),
        nextCursor: page.nextCursor,
        total: page.total,
      };
    },
    placeholder: t('campaign.search'),
    sorts: SORTS.map((value) => ({ value, label: t(`campaign.sort.${value}`) })),
    filters: [
      {
        name: 'enabled',
        label: t('stateLabel'),
        options: [
          { value: 'true', label: t('state.ENABLED') },
          { value: 'false', label: t('state.DISABLED') },
        ],
      },
    ],
    add: t('campaign.add'),
    empty: t('campaign.empty'),
  };
  return <EntryList {...props} listing={listing} />;
}

export const section: Section = { List, Form: CampaignForm };
