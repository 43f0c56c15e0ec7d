import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { address } from '#/api/operation';
import { ADMINISTER, SELL, useMay } from '#/api/permission';
import { formatInteger } from '#/lib/money';
import { Button } from '#/ui/Button';
import { Chip } from '#/ui/Chip';
import { EmptyState } from '#/ui/EmptyState';
import { Tag, type Tone } from '#/ui/Tag';
import { ExportButton } from '#/widget/list/ExportButton';
import { ListActions, ListChips, ListCount, ListPage, ListSelect, ListTools } from '#/widget/list/ListPage';
import { RowButton, RowList } from '#/widget/list/RowList';
import { SearchField } from '#/widget/list/SearchField';
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
  const text = (
    <>
      <bdi dir="ltr" className="t-strong">
        •••• {card.lastFour}
      </bdi>
      <span className="t-cap trunc">
        <bdi>{card.batchCode}</bdi>
        {card.soldStoreNo && (
          <>
            {' · '}
            <bdi>{card.soldStoreNo}</bdi>
          </>
        )}
      </span>
    </>
  );
  const tone = TONES[card.state];
  const tag = <Tag {...(tone ? { tone } : {})}>{t(`state.${card.state}`)}</Tag>;
  const isSold = card.initialAmount.minor > 0;
  return <RowButton isOn={isOn} text={text} tag={tag} amount={isSold ? card.balance : undefined} of={card.initialAmount} onOpen={onOpen} />;
}

interface ToolsProps {
  wanted: Wanted;
  first: CardList | undefined;
  onChange: (change: Partial<Wanted>) => void;
}

function Tools({ wanted, first, onChange }: ToolsProps) {
  const { t } = useTranslation('giftCard');
  const { t: ui } = useTranslation();
  return (
    <>
      <ListTools>
        <SearchField label={t('search')} clearLabel={ui('clear')} value={wanted.search} onChange={(search) => onChange({ search })} />
        <ListSelect
          label={t('batch')}
          value={wanted.batchCode}
          onChange={(batchCode) => onChange({ batchCode })}
          options={first?.batches.map((batch) => ({ value: batch, name: batch })) ?? []}
        />
        <ListSelect
          label={t('soldIn')}
          value={wanted.storeNo}
          onChange={(storeNo) => onChange({ storeNo })}
          options={first?.stores.map(({ storeNo, name }) => ({ value: storeNo, name })) ?? []}
        />
        <ExportButton label={t('export')} address={address('/gift-card/export.csv', { query: queryOf(wanted) })} fileName={`${t('exportName')}.csv`} />
      </ListTools>
      <ListChips label={t('stateName')}>
        {STATES.map((state) => (
          <Chip key={state} isOn={wanted.state === state} onPress={() => onChange({ state: wanted.state === state ? '' : state })}>
            {t(`state.${state}`)}
          </Chip>
        ))}
      </ListChips>
    </>
  );
}

/** The cards of the company, for whoever may block one. */
function Cards({ buttons }: { buttons: ReactNode }) {
  const { t } = useTranslation('giftCard');
  const [wanted, setWanted] = useState(NOTHING);
  const [openId, setOpenId] = useState<string | null>(null);
  const cards = useCards(wanted);
  const first = cards.data?.pages[0];
  const rows = cards.data?.pages.flatMap(({ page }) => page.items) ?? [];
  const onClose = (): void => setOpenId(null);
  const count = rows.length > 0 && <ListCount>{t('shown', { count: rows.length, total: formatInteger(first?.page.total ?? 0) })}</ListCount>;
  return (
    <ListPage
      title={t('pageTitle')}
      beside={
        <>
          {count}
          {buttons}
        </>
      }
      tools={<Tools wanted={wanted} first={first} onChange={(change) => setWanted({ ...wanted, ...change })} />}
      pane={openId === null ? null : { label: t('one'), content: <CardPane key={openId} giftCardId={openId} onClose={onClose} />, onClose }}
    >
      <RowList
        query={cards}
        rows={rows}
        failed={t('failed')}
        empty={<EmptyState piece="pendant" title={t('none')} text={t('noneText')} />}
        more={t('more')}
      >
        {(card) => <Row key={card.giftCardId} card={card} isOn={card.giftCardId === openId} onOpen={() => setOpenId(card.giftCardId)} />}
      </RowList>
    </ListPage>
  );
}

/** Gift cards outside of a sale: what is on one, and the office's list. */
export function GiftCardPage() {
  const { t } = useTranslation('giftCard');
  const [open, setOpen] = useState<'check' | 'batch' | null>(null);
  const mayCheck = useMay(SELL);
  const maySeeAll = useMay('giftcard.block');
  const mayMake = useMay(ADMINISTER);
  const buttons = (
    <ListActions>
      {mayMake && (
        <Button variant="quiet" onClick={() => setOpen('batch')}>
          {t('newBatch')}
        </Button>
      )}
      {mayCheck && (
        <Button variant="primary" onClick={() => setOpen('check')}>
          {t('check')}
        </Button>
      )}
    </ListActions>
  );
  return (
    <>
      {maySeeAll ? (
        <Cards buttons={buttons} />
      ) : (
        <ListPage title={t('pageTitle')} beside={buttons} tools={null} pane={null}>
          <EmptyState piece="pendant" title={t('checkTitle')} text={t('checkText')} />
        </ListPage>
      )}
      {open === 'check' && <GiftCardDialog lineId={null} canSell={false} onClose={() => setOpen(null)} />}
      {open === 'batch' && <BatchDialog onClose={() => setOpen(null)} />}
    </>
  );
}
