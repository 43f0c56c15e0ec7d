import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { formatDay } from '#/lib/date';
import { formatInteger } from '#/lib/money';
import { Chip } from '#/ui/Chip';
import { EmptyState } from '#/ui/EmptyState';
import { Tag } from '#/ui/Tag';
import { ExportButton } from '#/widget/list/ExportButton';
import { ListChips, ListCount, ListPage, ListTools } from '#/widget/list/ListPage';
import { RowButton, RowList } from '#/widget/list/RowList';
import { SearchField } from '#/widget/list/SearchField';
import { AccountPane } from './AccountPane';
import { queryOf, useAccounts, type Account, type Wanted } from './queries';

const NOTHING: Wanted = { search: '', endingWithin: '' };
/** How far ahead the office looks for credit that ends. */
const AHEAD = [30, 90] as const;

function Row({ account, isOn, onOpen }: { account: Account; isOn: boolean; onOpen: () => void }) {
  const { t } = useTranslation('loyalty');
  const text = (
    <>
      <bdi className="t-strong trunc">{account.name}</bdi>
      <span className="t-cap trunc">
        <bdi dir="ltr">{account.customerNo}</bdi>
        {' · '}
        {t('points', { count: account.points })}
      </span>
    </>
  );
  const tag = account.endsFirst && (
    <Tag>
      <bdi dir="ltr">{formatDay(account.endsFirst.expiresOn)}</bdi>
    </Tag>
  );
  return <RowButton isOn={isOn} text={text} tag={tag} amount={account.balance} of={account.endsFirst?.amount} onOpen={onOpen} />;
}

/** What customers have earned and not spent, for whoever may see all of them. */
export function LoyaltyPage() {
  const { t } = useTranslation('loyalty');
  const { t: ui } = useTranslation();
  const [wanted, setWanted] = useState(NOTHING);
  const [open, setOpen] = useState<Account | null>(null);
  const accounts = useAccounts(wanted);
  const rows = accounts.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = accounts.data?.pages[0]?.total ?? 0;
  const keyOf = (account: Account): string => `${account.customerId}${account.balance.currency}`;
  const onClose = (): void => setOpen(null);
  const tools = (
    <>
      <ListTools>
        <SearchField
          label={t('search')}
          clearLabel={ui('clear')}
          value={wanted.search}
          onChange={(search) => setWanted({ ...wanted, search })}
        />
        <ExportButton label={t('export')} address={address('/loyalty/export.csv', { query: queryOf(wanted) })} fileName={`${t('exportName')}.csv`} />
      </ListTools>
      <ListChips label={t('ending')}>
        {AHEAD.map((days) => {
          const isOn = wanted.endingWithin === String(days);
          return (
            <Chip key={days} isOn={isOn} onPress={() => setWanted({ ...wanted, endingWithin: isOn ? '' : String(days) })}>
              {t('within', { count: days })}
            </Chip>
          );
        })}
      </ListChips>
    </>
  );
  return (
    <ListPage
      title={t('title')}
      beside={rows.length > 0 && <ListCount>{t('shown', { count: rows.length, total: formatInteger(total) })}</ListCount>}
      tools={tools}
      pane={open && { label: t('one'), content: <AccountPane key={keyOf(open)} account={open} onClose={onClose} />, onClose }}
    >
      <RowList
        query={accounts}
        rows={rows}
        failed={t('failed')}
        empty={<EmptyState piece="pendant" title={t('none')} text={t('noneText')} />}
        more={t('more')}
      >
        {(account) => (
          <Row key={keyOf(account)} account={account} isOn={open !== null && keyOf(open) === keyOf(account)} onOpen={() => setOpen(account)} />
        )}
      </RowList>
    </ListPage>
  );
}
