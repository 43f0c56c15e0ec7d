import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { address } from '#/api/operation';
import { ADMINISTER, SELL, useMay } from '#/api/permission';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { EmptyState } from '#/ui/EmptyState';
import { TextField } from '#/ui/Field';
import { SelectField } from '#/ui/SelectField';
import { Tag, type Tone } from '#/ui/Tag';
import { Office, OfficeRow } from '#/widget/office/Office';
import css from '#/widget/office/Office.module.css';
import { BatchDialog } from './BatchDialog';
import { CardPane } from './CardPane';
import { GiftCardDialog } from './GiftCardDialog';
import { listKey, type CardList, type CardRow, type CardState } from './queries';

const STATES: readonly CardState[] = ['STOCK', 'RESERVED', 'ACTIVE', 'PARTIAL', 'EMPTY', 'BLOCKED', 'EXPIRED', 'VOIDED'];
const PAGE = 50;
export const TONES: Partial<Record<CardState, Tone>> = { ACTIVE: 'emerald', PARTIAL: 'champagne', BLOCKED: 'garnet', EXPIRED: 'citrine', RESERVED: 'sapphire' };

interface Wanted {
  search: string;
  state: string;
  batchCode: string;
  storeNo: string;
}

const NOTHING: Wanted = { search: '', state: '', batchCode: '', storeNo: '' };

/** What is filled in, as the server is asked for it. */
function queryOf({ search, state, batchCode, storeNo }: Wanted) {
  const known = STATES.find((one) => one === state);
  return { ...(search && { search }), ...(known && { state: known }), ...(batchCode && { batchCode }), ...(storeNo && { storeNo }) };
}

function useCards(wanted: Wanted) {
  return useInfiniteQuery({
    queryKey: [...listKey, 'list', wanted],
    queryFn: ({ pageParam, signal }) =>
      get('/gift-card', { query: { ...queryOf(wanted), limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal, notice: 'none' }),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

function Row({ card, isOn, onOpen }: { card: CardRow; isOn: boolean; onOpen: () => void }) {
  const { t } = useTranslation('giftCard');
  return (
    <OfficeRow
      isOn={isOn}
      onOpen={onOpen}
      title={<bdi dir="ltr">•••• {card.lastFour}</bdi>}
      sub={
        <>
          <bdi>{card.batchCode}</bdi>
          {card.soldStoreNo && (
            <>
              {' · '}
              <bdi>{card.soldStoreNo}</bdi>
            </>
          )}
        </>
      }
      tag={<Tag {...(TONES[card.state] ? { tone: TONES[card.state] as Tone } : {})}>{t(`state.${card.state}`)}</Tag>}
      amounts={
        card.initialAmount.minor > 0 && (
          <>
            <Amount money={card.balance} className="t-strong" />
            <span className="t-cap">
              <Amount money={card.initialAmount} />
            </span>
          </>
        )
      }
    />
  );
}

function Filters({ wanted, first, onChange }: { wanted: Wanted; first: CardList | undefined; onChange: (change: Partial<Wanted>) => void }) {
  const { t } = useTranslation('giftCard');
  return (
    <>
      <TextField
        label={t('search')}
        dir="ltr"
        autoComplete="off"
        value={wanted.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <SelectField label={t('stateName')} value={wanted.state} onChange={(state) => onChange({ state })}>
        <option value="">{t('all')}</option>
        {STATES.map((state) => (
          <option key={state} value={state}>
            {t(`state.${state}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('batch')} value={wanted.batchCode} onChange={(batchCode) => onChange({ batchCode })}>
        <option value="">{t('all')}</option>
        {first?.batches.map((batch) => (
          <option key={batch}>{batch}</option>
        ))}
      </SelectField>
      <SelectField label={t('soldIn')} value={wanted.storeNo} onChange={(storeNo) => onChange({ storeNo })}>
        <option value="">{t('all')}</option>
        {first?.stores.map(({ storeNo, name }) => (
          <option key={storeNo} value={storeNo}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** The cards of the company, for whoever may block one. */
function Cards() {
  const { t } = useTranslation('giftCard');
  const [wanted, setWanted] = useState(NOTHING);
  const [openId, setOpenId] = useState<string | null>(null);
  const cards = useCards(wanted);
  const first = cards.data?.pages[0];
  const rows = cards.data?.pages.flatMap(({ page }) => page.items);
  return (
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
      pages={cards}
      count={rows?.length}
      total={first?.page.total ?? 0}
      filters={<Filters wanted={wanted} first={first} onChange={(change) => setWanted({ ...wanted, ...change })} />}
      table={{ address: address('/gift-card/export.csv', { query: queryOf(wanted) }), name: t('exportName') }}
      detail={openId && <CardPane key={openId} giftCardId={openId} />}
    >
      {rows?.map((card) => (
        <Row key={card.giftCardId} card={card} isOn={card.giftCardId === openId} onOpen={() => setOpenId(card.giftCardId)} />
      ))}
    </Office>
  );
}

/** Gift cards outside of a sale: what is on one, and the office's list. */
export function GiftCardPage() {
  const { t } = useTranslation('giftCard');
  const [open, setOpen] = useState<'check' | 'batch' | null>(null);
  const mayCheck = useMay(SELL);
  const maySeeAll = useMay('giftcard.block');
  const mayMake = useMay(ADMINISTER);
  return (
    <div className={css.page}>
      <div className={css.top}>
        <h1 className="t-disp">{t('pageTitle')}</h1>
        {mayMake && (
          <Button variant="quiet" size="lg" onClick={() => setOpen('batch')}>
            {t('newBatch')}
          </Button>
        )}
        {mayCheck && (
          <Button variant="primary" size="lg" onClick={() => setOpen('check')}>
            {t('check')}
          </Button>
        )}
      </div>
      {maySeeAll ? <Cards /> : <EmptyState piece="pendant" title={t('checkTitle')} text={t('checkText')} />}
      {open === 'check' && <GiftCardDialog lineId={null} canSell={false} onClose={() => setOpen(null)} />}
      {open === 'batch' && <BatchDialog onClose={() => setOpen(null)} />}
    </div>
  );
}
