import { IconArrowBarToDown, IconArrowBarUp, IconCoins, IconLock, IconLockOpen, IconPackage, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { sessionQuery } from '#/api/queries';
import { formatDay, formatMinute } from '#/lib/date';
import { formatInteger } from '#/lib/money';
import { whatIsSaid, type SearchChange } from '#/lib/page-search';
import { Amount } from '#/ui/Amount';
import { EmptyState } from '#/ui/EmptyState';
import { Tag } from '#/ui/Tag';
import { DaysButton } from '#/widget/list/DaysButton';
import { ExportButton } from '#/widget/list/ExportButton';
import { ListCount, ListPage, ListSelect, ListTools } from '#/widget/list/ListPage';
import { RowList } from '#/widget/list/RowList';
import { useTimeZone } from '#/widget/use-time-zone';
import { useBusinessDate } from '#/widget/use-today';
import css from './Drawer.module.css';
import { ALL_TILLS, DAY_PRESETS, daysOf, drawerFilterOf, type DayPreset, type DrawerSearch } from './drawer-search';
import { EntryDialog } from './EntryDialog';
import { currenciesOf } from './fields';
import { useDrawer, useEntries, type Drawer, type DrawerAction, type DrawerEntry, type DrawerTill } from './queries';
import { SlipButtons, usePrintAtOnce } from './SlipButtons';

const route = getRouteApi('/till/other/drawer');

const ICON = { size: 26, stroke: 1.5, 'aria-hidden': true } as const;

const ICONS: Record<DrawerAction, ReactNode> = {
  FLOAT: <IconCoins {...ICON} />,
  CORRECTION: <IconPencil {...ICON} />,
  CASH_IN: <IconArrowBarToDown {...ICON} />,
  CASH_OUT: <IconArrowBarUp {...ICON} />,
  SAFE_DROP: <IconLock {...ICON} />,
  BANK_BAG: <IconPackage {...ICON} />,
  NO_SALE: <IconLockOpen {...ICON} />,
};

const ACTIONS: readonly DrawerAction[] = ['FLOAT', 'CASH_IN', 'CASH_OUT', 'SAFE_DROP', 'BANK_BAG', 'NO_SALE', 'CORRECTION'];

function Actions({ drawer, onAct }: { drawer: Drawer; onAct: (action: DrawerAction) => void }) {
  const { t } = useTranslation('drawer');
  return (
    <div className={css.actions} role="group" aria-label={t('actions')}>
      {ACTIONS.filter((action) => currenciesOf(action, drawer).length > 0).map((action) => (
        <button key={action} type="button" className={css.action} onClick={() => onAct(action)}>
          {ICONS[action]}
          <span className="t-strong">{t(`action.${action}`)}</span>
        </button>
      ))}
    </div>
  );
}

interface EntryProps {
  entry: DrawerEntry;
  /** What says which day and till it was, where several are shown. */
  place: string | null;
}

function Entry({ entry, place }: EntryProps) {
  const { t } = useTranslation('drawer');
  const timeZone = useTimeZone();
  const action = entry.corrects ? 'CORRECTION' : entry.entryType;
  const said = [entry.bagNo, entry.reason].find(Boolean);
  const isShut = entry.kick === 'NOT_REACHED' || entry.kick === 'UNCERTAIN';
  return (
    <li className={css.row}>
      <span className={css.rowIcon}>{ICONS[action]}</span>
      <span className={css.rowText}>
        <span className="t-strong">{t(`action.${action}`)}</span>
        {said && <bdi className={css.said}>{said}</bdi>}
        <span className="t-cap">
          {place !== null && (
            <>
              <bdi>{place}</bdi>
              {' · '}
            </>
          )}
          <bdi dir="ltr">{formatMinute(entry.bookedAt, timeZone)}</bdi>
          {' · '}
          <bdi>{entry.staffName}</bdi>
          {entry.approvedBy && (
            <>
              {' · '}
              {t('approvedBy')} <bdi>{entry.approvedBy}</bdi>
            </>
          )}
        </span>
      </span>
      {isShut && <Tag tone="citrine">{t('shut')}</Tag>}
      {entry.entryType !== 'NO_SALE' && <Amount money={entry.amount} className="t-strong" />}
      <SlipButtons entry={entry} />
    </li>
  );
}

interface FilterProps {
  search: DrawerSearch;
  today: string;
  tills: readonly DrawerTill[];
  own: string | undefined;
  onChange: (change: SearchChange<DrawerSearch>) => void;
}

/** Which days and which till are shown. */
function Filters({ search, today, tills, own, onChange }: FilterProps) {
  const { t } = useTranslation('drawer');
  const { t: order } = useTranslation('order');
  const days = daysOf(search, today);
  const nameOf = (name: DayPreset | undefined): string => (name === undefined ? order('days.today') : order(`days.${name}`));
  const label = search.days === 'custom' ? order('days.range', { from: formatDay(days.from), to: formatDay(days.to) }) : nameOf(search.days);
  const others = tills.filter(({ terminalNo }) => terminalNo !== own);
  return (
    <ListTools>
      <DaysButton
        label={label}
        choices={[undefined, ...DAY_PRESETS].map((name) => ({ days: name, name: nameOf(name) }))}
        chosen={search.days}
        shown={days}
        today={today}
        onChange={onChange}
      />
      {(others.length > 0 || search.till !== undefined) && (
        <ListSelect
          label={tills.find(({ terminalNo }) => terminalNo === own)?.name ?? t('thisTill')}
          value={search.till ?? ''}
          onChange={(till) => onChange({ till: till || undefined })}
          options={[{ value: ALL_TILLS, name: t('allTills') }, ...others.map(({ terminalNo, name }) => ({ value: terminalNo, name }))]}
        />
      )}
      <ExportButton
        label={t('export')}
        address={address('/drawer/export.csv', { query: search.days ? days : {} })}
        fileName={`${t('exportName')}-${days.from === days.to ? days.from : `${days.from}-${days.to}`}.csv`}
      />
    </ListTools>
  );
}

/** The cash drawer of this till outside of sales. What should lie in it is not shown: it is counted blind. */
export function DrawerPage() {
  const { t } = useTranslation('drawer');
  const search: DrawerSearch = route.useSearch();
  const { action: asked } = search;
  const navigate = route.useNavigate();
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const businessDate = useBusinessDate();
  const [action, setAction] = useState<DrawerAction | null>(asked ?? null);
  const onChange = (change: SearchChange<DrawerSearch>): void => {
    void navigate({ search: (known: DrawerSearch) => whatIsSaid<DrawerSearch>({ ...known, ...change } as DrawerSearch), replace: true });
  };
  const close = (): void => {
    setAction(null);
    // What the address opened does not open again with a reload.
    if (asked) onChange({ action: undefined });
  };
  const printAtOnce = usePrintAtOnce();
  const { data: drawer } = useDrawer();
  const today = drawer?.businessDate ?? businessDate;
  const own = session?.terminalNo;
  const query = useEntries(drawerFilterOf(search, today, own));
  const rows = query.data?.pages.flatMap(({ page }) => page.items) ?? [];
  const tills = query.data?.pages[0]?.tills ?? [];
  const total = query.data?.pages[0]?.page.total;
  const placeOf = ({ businessDate: day, terminalNo }: DrawerEntry): string | null => {
    const parts = [
      ...(search.days ? [formatDay(day)] : []),
      ...(search.till === undefined ? [] : [tills.find((one) => one.terminalNo === terminalNo)?.name ?? terminalNo]),
    ];
    return parts.length > 0 ? parts.join(' · ') : null;
  };
  return (
    <>
      <ListPage
        title={t('title')}
        beside={
          drawer && (
            <ListCount>
              <bdi dir="ltr">{formatDay(drawer.businessDate)}</bdi>
              {total !== undefined && ` · ${formatInteger(total)}`}
            </ListCount>
          )
        }
        tools={
          drawer && (
            <>
              <Actions drawer={drawer} onAct={setAction} />
              <Filters search={search} today={today} tills={tills} own={own} onChange={onChange} />
            </>
          )
        }
        pane={null}
      >
        <RowList query={query} rows={rows} failed={t('failed')} empty={<EmptyState title={t('none')} text={t('noneText')} />} more={t('more')}>
          {(entry) => <Entry key={entry.entryId} entry={entry} place={placeOf(entry)} />}
        </RowList>
      </ListPage>
      {action && drawer && <EntryDialog action={action} drawer={drawer} onEntered={(entry) => void printAtOnce(entry)} onClose={close} />}
    </>
  );
}
