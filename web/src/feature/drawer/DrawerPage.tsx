import { IconArrowBarToDown, IconArrowBarUp, IconCoins, IconLock, IconLockOpen, IconPackage, IconPencil } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { formatDay, formatMinute } from '#/lib/date';
import { Amount } from '#/ui/Amount';
import { EmptyState } from '#/ui/EmptyState';
import { Tag } from '#/ui/Tag';
import { ExportButton } from '#/widget/list/ExportButton';
import { ListCount, ListPage } from '#/widget/list/ListPage';
import { RowList } from '#/widget/list/RowList';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './Drawer.module.css';
import type { DrawerSearch } from './drawer-search';
import { EntryDialog } from './EntryDialog';
import { useDrawer, type Drawer, type DrawerAction, type DrawerEntry } from './queries';
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

/** The float is entered once in each currency, then it can only be taken back. */
function actionsOf({ currencies, floats }: Drawer): DrawerAction[] {
  const begin: DrawerAction[] = floats.length < currencies.length ? ['FLOAT'] : [];
  const back: DrawerAction[] = floats.length > 0 ? ['CORRECTION'] : [];
  return [...begin, 'CASH_IN', 'CASH_OUT', 'SAFE_DROP', 'BANK_BAG', 'NO_SALE', ...back];
}

function Actions({ drawer, onAct }: { drawer: Drawer; onAct: (action: DrawerAction) => void }) {
  const { t } = useTranslation('drawer');
  return (
    <div className={css.actions} role="group" aria-label={t('actions')}>
      {actionsOf(drawer).map((action) => (
        <button key={action} type="button" className={css.action} onClick={() => onAct(action)}>
          {ICONS[action]}
          <span className="t-strong">{t(`action.${action}`)}</span>
        </button>
      ))}
    </div>
  );
}

function Entry({ entry }: { entry: DrawerEntry }) {
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

/** The cash drawer of this till outside of sales. What should lie in it is not shown: it is counted blind. */
export function DrawerPage() {
  const { t } = useTranslation('drawer');
  const { action: asked }: DrawerSearch = route.useSearch();
  const navigate = route.useNavigate();
  const [action, setAction] = useState<DrawerAction | null>(asked ?? null);
  const close = (): void => {
    setAction(null);
    // What the address opened does not open again with a reload.
    if (asked) void navigate({ search: {}, replace: true });
  };
  const printAtOnce = usePrintAtOnce();
  const query = useDrawer();
  const drawer = query.data?.pages[0];
  const rows = query.data?.pages.flatMap(({ page }) => page.items) ?? [];
  return (
    <>
      <ListPage
        title={t('title')}
        beside={
          drawer && (
            <>
              <ListCount>
                <bdi dir="ltr">{formatDay(drawer.businessDate)}</bdi>
              </ListCount>
              <ExportButton label={t('export')} address={address('/drawer/export.csv', {})} fileName={`${t('exportName')}-${drawer.businessDate}.csv`} />
            </>
          )
        }
        tools={drawer && <Actions drawer={drawer} onAct={setAction} />}
        pane={null}
      >
        <RowList query={query} rows={rows} failed={t('failed')} empty={<EmptyState title={t('none')} text={t('noneText')} />} more={t('more')}>
          {(entry) => <Entry key={entry.entryId} entry={entry} />}
        </RowList>
      </ListPage>
      {action && drawer && <EntryDialog action={action} drawer={drawer} onEntered={(entry) => void printAtOnce(entry)} onClose={close} />}
    </>
  );
}
