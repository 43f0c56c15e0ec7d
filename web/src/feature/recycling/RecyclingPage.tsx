import { IconDownload, IconPlus, IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBasket } from '#/api/basket';
import { get } from '#/api/client';
import { address } from '#/api/operation';
import { useMay } from '#/api/permission';
import { refusalText } from '#/api/refusal';
import type { Recycling, RecyclingRow, RecyclingState } from '#/api/types';
import { formatMoment } from '#/lib/date';
import { Button } from '#/ui/Button';
import { Chip } from '#/ui/Chip';
import { EmptyState } from '#/ui/EmptyState';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { Tag } from '#/ui/Tag';
import { useExport } from '#/widget/list/ExportButton';
import { ListChips, ListTools } from '#/widget/list/ListPage';
import { RowButton, RowCaption, RowList } from '#/widget/list/RowList';
import { SearchField } from '#/widget/list/SearchField';
import { useTimeZone } from '#/widget/use-time-zone';
import { DocumentDialog } from './DocumentDialog';
import { LotPane } from './LotPane';
import { setupQuery } from './queries';
import css from './Recycling.module.css';
import { RecyclingDialog } from './RecyclingDialog';
import { STATES, TONE } from './state';

const PAGE_ROWS = 50;

function Row({ row, onOpen }: { row: RecyclingRow; onOpen: () => void }) {
  const { t } = useTranslation('recycling');
  const timeZone = useTimeZone();
  const text = (
    <>
      <bdi className="t-strong">{row.customerName}</bdi>
      <RowCaption parts={[row.recyclingNo, formatMoment(row.createdAt, timeZone)]} />
    </>
  );
  return <RowButton text={text} tag={<Tag {...TONE[row.state]}>{t(`state.${row.state}`)}</Tag>} amount={row.amount} onOpen={onOpen} />;
}

/** The register as a file, and the proof that nothing of it was changed. */
function Register() {
  const { t } = useTranslation('recycling');
  const { isExporting, run } = useExport(address('/recycling/register/export.csv'), 'recycling-register.csv');
  const check = useMutation({ mutationFn: () => get('/recycling/register/verification') });
  const findings = check.data?.findings ?? [];
  return (
    <>
      <Button variant="quiet" icon={<IconDownload size={22} stroke={1.6} />} isBusy={isExporting} onClick={run}>
        {t('register.export')}
      </Button>
      <Button variant="quiet" icon={<IconShieldCheck size={22} stroke={1.6} />} isBusy={check.isPending} onClick={() => check.mutate()}>
        {t('register.check')}
      </Button>
      {check.data && (
        <Note tone={findings.length === 0 ? 'emerald' : 'garnet'} role="status">
          {findings.length === 0
            ? t('register.whole', { count: check.data.entries })
            : findings.map((finding) => t('register.finding', { seq: String(finding.seq), fault: t(`fault.${finding.fault}`) })).join(' ')}
        </Note>
      )}
    </>
  );
}

interface ListProps {
  onOpen: (recyclingId: string) => void;
}

function DocumentList({ onOpen }: ListProps) {
  const { t } = useTranslation('recycling');
  const { t: ui } = useTranslation();
  const [search, setSearch] = useState('');
  const [state, setState] = useState<RecyclingState | null>(null);
  const filter = { ...(search === '' ? {} : { search }), ...(state ? { state } : {}) };
  const query = useInfiniteQuery({
    queryKey: ['recycling', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      get('/recycling', { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}), limit: PAGE_ROWS }, signal, notice: 'none' }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
  const rows = query.data?.pages.flatMap((one) => one.items) ?? [];
  return (
    <>
      <ListTools>
        <SearchField label={t('search')} clearLabel={ui('clear')} value={search} onChange={setSearch} />
      </ListTools>
      <ListChips>
        {STATES.map((one) => (
          <Chip key={one} isOn={one === state} onPress={() => setState(one === state ? null : one)}>
            {t(`state.${one}`)}
          </Chip>
        ))}
      </ListChips>
      <div className={css.panel}>
        <RowList
          query={query}
          rows={rows}
          failed={t('failed')}
          empty={<EmptyState piece="bangle" title={t('none')} text={t('noneText')} />}
          more={t('more')}
        >
          {(row) => <Row key={row.recyclingId} row={row} onOpen={() => onOpen(row.recyclingId)} />}
        </RowList>
      </div>
    </>
  );
}

/** Old jewellery: its documents with where they stand, and what goes to the refiner. */
export function RecyclingPage() {
  const { t } = useTranslation('recycling');
  const [view, setView] = useState<'documents' | 'lots'>('documents');
  const [openId, setOpenId] = useState<string | null>(null);
  const [wizard, setWizard] = useState<{ begun: Recycling | null } | null>(null);
  const { data: setup } = useQuery(setupQuery);
  const basket = useBasket();
  const mayShip = useMay('transfer.post');
  const mayRead = useMay('recycle.register');
  return (
    <div className={css.page}>
      <div className={css.title}>
        <h1 className="t-disp">{t('title')}</h1>
        <span className={css.grow} />
        {mayShip && (
          <Segment
            label={t('view')}
            value={view}
            options={[
              { value: 'documents', label: t('documents') },
              { value: 'lots', label: t('lots') },
            ]}
            onChange={setView}
          />
        )}
        {setup && setup.refusal === null && (
          <Button variant="primary" icon={<IconPlus size={22} stroke={1.6} />} onClick={() => setWizard({ begun: null })}>
            {t('new')}
          </Button>
        )}
      </div>
      {setup?.refusal && <Note tone="citrine">{refusalText(setup.refusal)}</Note>}
      {mayRead && (
        <div className={css.chips}>
          <Register />
        </div>
      )}
      {view === 'documents' ? <DocumentList onOpen={setOpenId} /> : <LotPane />}
      {openId !== null && (
        <DocumentDialog
          recyclingId={openId}
          onClose={() => setOpenId(null)}
          onContinue={(begun) => {
            setOpenId(null);
            setWizard({ begun });
          }}
        />
      )}
      {wizard && <RecyclingDialog begun={wizard.begun} customer={wizard.begun ? null : (basket?.customer ?? null)} onClose={() => setWizard(null)} />}
    </div>
  );
}
