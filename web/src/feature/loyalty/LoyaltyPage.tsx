import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { formatDay } from '#/lib/date';
import { Amount } from '#/ui/Amount';
import { TextField } from '#/ui/Field';
import { SelectField } from '#/ui/SelectField';
import { Tag } from '#/ui/Tag';
import { Office, OfficeRow } from '#/widget/office/Office';
import css from '#/widget/office/Office.module.css';
import { AccountPane } from './AccountPane';
import { queryOf, useAccounts, type Account, type Wanted } from './queries';

const NOTHING: Wanted = { search: '', endingWithin: '' };
/** How far ahead the office looks for credit that ends. */
const AHEAD = [30, 90] as const;

function Row({ account, isOn, onOpen }: { account: Account; isOn: boolean; onOpen: () => void }) {
  const { t } = useTranslation('loyalty');
  return (
    <OfficeRow
      isOn={isOn}
      onOpen={onOpen}
      title={<bdi>{account.name}</bdi>}
      sub={
        <>
          <bdi dir="ltr">{account.customerNo}</bdi>
          {' · '}
          {t('points', { count: account.points })}
        </>
      }
      tag={
        account.endsFirst && (
          <Tag>
            <bdi dir="ltr">{formatDay(account.endsFirst.expiresOn)}</bdi>
          </Tag>
        )
      }
      amounts={
        <>
          <Amount money={account.balance} className="t-strong" />
          {account.endsFirst && (
            <span className="t-cap">
              <Amount money={account.endsFirst.amount} />
            </span>
          )}
        </>
      }
    />
  );
}

/** What customers have earned and not spent, for whoever may see all of them. */
export function LoyaltyPage() {
  const { t } = useTranslation('loyalty');
  const [wanted, setWanted] = useState(NOTHING);
  const [open, setOpen] = useState<Account | null>(null);
  const accounts = useAccounts(wanted);
  const rows = accounts.data?.pages.flatMap(({ items }) => items);
  const keyOf = (account: Account): string => `${account.customerId}${account.balance.currency}`;
  return (
    <div className={css.page}>
      <div className={css.top}>
        <h1 className="t-disp">{t('title')}</h1>
      </div>
      <Office
        words={{
          list: t('list'),
          one: t('one'),
          failed: t('failed'),
          none: t('none'),
          noneText: t('noneText'),
          choose: t('choose'),
          chooseText: t('chooseText'),
          more: t('more'),
          export: t('export'),
          shown: (count, total) => t('shown', { count, total }),
        }}
        pages={accounts}
        count={rows?.length}
        total={accounts.data?.pages[0]?.total ?? 0}
        filters={
          <>
            <TextField
              label={t('search')}
              autoComplete="off"
              value={wanted.search}
              onChange={(event) => setWanted({ ...wanted, search: event.target.value })}
            />
            <SelectField label={t('ending')} value={wanted.endingWithin} onChange={(endingWithin) => setWanted({ ...wanted, endingWithin })}>
              <option value="">{t('all')}</option>
              {AHEAD.map((days) => (
                <option key={days} value={days}>
                  {t('within', { count: days })}
                </option>
              ))}
            </SelectField>
          </>
        }
        table={{ address: address('/loyalty/export.csv', { query: queryOf(wanted) }), name: t('exportName') }}
        detail={open && <AccountPane key={keyOf(open)} account={open} />}
      >
        {rows?.map((account) => (
          <Row key={keyOf(account)} account={account} isOn={open !== null && keyOf(open) === keyOf(account)} onOpen={() => setOpen(account)} />
        ))}
      </Office>
    </div>
  );
}
