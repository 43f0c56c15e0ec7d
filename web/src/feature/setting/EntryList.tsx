import { IconDownload, IconFilter2, IconPlus } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import { nextRow } from '#/lib/list-keys';
import { Avatar } from '#/ui/Avatar';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { IconButton } from '#/ui/IconButton';
import { Parts } from '#/ui/Parts';
import { Picture } from '#/ui/Picture';
import { SelectField } from '#/ui/SelectField';
import { Bone, Loading } from '#/ui/Skeleton';
import { Tag } from '#/ui/Tag';
import { useExport } from '#/widget/list/ExportButton';
import { SearchField } from '#/widget/list/SearchField';
import type { Entry, EntryListing, ListProps } from './section';
import css from './Setting.module.css';
import { queryOf } from './setting-search';
import { useEntries } from './use-entries';

const ROW_PX = 68;
const OVERSCAN = 10;
const BONES = [0, 1, 2, 3, 4, 5, 6] as const;

interface EntryListProps extends ListProps {
  listing: EntryListing;
}

interface ExportButtonProps {
  address: string;
  fileName: string;
}

function ExportButton({ address, fileName }: ExportButtonProps) {
  const { t } = useTranslation('setting');
  const { isExporting, run } = useExport(address, fileName);
  return (
    <Button size="sm" isBusy={isExporting} icon={<IconDownload size={20} stroke={1.6} aria-hidden="true" />} onClick={run}>
      {t('list.export')}
    </Button>
  );
}

function Choices({ listing, search, onChange }: Omit<EntryListProps, 'name'>) {
  const { t } = useTranslation('setting');
  const { filters = [], sorts = [] } = listing;
  return (
    <div className={css.choices}>
      {filters.map(({ name, label, options }) => (
        <SelectField
          key={name}
          label={label}
          value={search.filter?.[name] ?? ''}
          onChange={(value) => onChange({ filter: { ...search.filter, [name]: value } })}
        >
          <option value="">{t('list.all')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      ))}
      {sorts.length > 1 && (
        <SelectField label={t('list.sort')} value={search.sort ?? sorts[0]?.value ?? ''} onChange={(sort) => onChange({ sort })}>
          {sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

interface RowsProps {
  rows: readonly Entry[];
  total: number;
  selected: string | undefined;
  label: string;
  onOpen: (id: string) => void;
  onEnd: () => void;
}

/** Only rows on screen are drawn; arrow keys move, Enter opens. */
function Rows({ rows, total, selected, label, onOpen, onEnd }: RowsProps) {
  const area = useRef<HTMLDivElement>(null);
  const focusNext = useRef<number | null>(null);
  const chosen = rows.findIndex((row) => row.id === selected);
  const [focused, setFocused] = useState<number | null>(null);
  const active = Math.min(focused ?? Math.max(chosen, 0), rows.length - 1);
  // oxlint-disable-next-line react/incompatible-library -- rows have one height, nothing is memoised around it
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => area.current, estimateSize: () => ROW_PX, overscan: OVERSCAN });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - OVERSCAN) onEnd();
  }, [last, rows.length, onEnd]);
  useEffect(() => {
    if (focusNext.current === null) return;
    const row = area.current?.querySelector<HTMLElement>(`[data-row="${focusNext.current}"]`);
    if (!row) return;
    focusNext.current = null;
    row.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = nextRow(event.key, active, rows.length);
    if (to === null) return;
    event.preventDefault();
    focusNext.current = to;
    virtual.scrollToIndex(to);
    setFocused(to);
  };
  return (
    <div ref={area} role="listbox" tabIndex={-1} aria-label={label} className={css.rows} data-scroll onKeyDown={onKeyDown}>
      <div role="presentation" className={css.canvas} style={{ blockSize: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          const isSelected = row.id === selected;
          return (
            <div
              key={row.id}
              role="option"
              aria-selected={isSelected}
              aria-posinset={index + 1}
              aria-setsize={total}
              tabIndex={index === active ? 0 : -1}
              data-row={index}
              className={cx(css.row, isSelected && css.rowOn)}
              style={{ insetBlockStart: start, blockSize: ROW_PX }}
              onClick={() => onOpen(row.id)}
              onFocus={() => setFocused(index)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                onOpen(row.id);
              }}
            >
              {row.initials !== undefined && <Avatar>{row.initials}</Avatar>}
              {row.imageUrl && <Picture src={row.imageUrl} size="s40" />}
              <span className={css.rowText}>
                <b className="trunc" dir="auto">
                  {row.title}
                </b>
                <span className="t-meta trunc">{typeof row.sub === 'string' ? <Parts text={row.sub} /> : row.sub}</span>
              </span>
              {row.tag && (
                <Tag {...(row.tag.tone ? { tone: row.tag.tone } : {})}>
                  <bdi>{row.tag.text}</bdi>
                </Tag>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function NoEntries({ listing, search, onChange }: Omit<EntryListProps, 'name'>) {
  const { t } = useTranslation('setting');
  const isFiltered = search.search !== undefined || search.filter !== undefined;
  const add = listing.add && (
    <Button variant={isFiltered ? 'outline' : 'primary'} onClick={() => onChange({ isNew: true, id: undefined })}>
      {listing.add}
    </Button>
  );
  if (!isFiltered) return <EmptyState title={t('list.empty')} text={listing.empty} actions={add} />;
  return (
    <EmptyState
      piece="pendant"
      title={t('list.noMatch')}
      text={search.search ? t('list.noMatchText', { search: search.search }) : t('list.noMatchFilter')}
      actions={
        <>
          <Button variant="quiet" onClick={() => onChange({ search: undefined, filter: undefined })}>
            {t('list.clear')}
          </Button>
          {add}
        </>
      }
    />
  );
}

function Body({ name, listing, search, onChange }: EntryListProps): ReactNode {
  const { t } = useTranslation('setting');
  const { found, rows, total } = useEntries(name, queryOf(search), listing.load);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = found;
  if (found.isError && rows.length === 0) {
    return (
      <ErrorState
        title={t('list.failed')}
        text={`${errorText(found.error)} ${t('nothingChanged')}`}
        reference={found.error instanceof ApiError ? found.error.reference : null}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (found.isPending) {
    return (
      <Loading>
        {BONES.map((bone) => (
          <div key={bone} className={css.boneRow}>
            <Bone height={16} />
          </div>
        ))}
      </Loading>
    );
  }
  if (rows.length === 0) return <NoEntries listing={listing} search={search} onChange={onChange} />;
  return (
    <>
      <Rows
        key={JSON.stringify(queryOf(search))}
        rows={rows}
        total={total}
        selected={search.id}
        label={t(`section.${name}` as never)}
        onOpen={(id) => onChange({ id, isNew: undefined })}
        onEnd={() => {
          if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
        }}
      />
      <div className={css.listFoot}>
        <span className="t-meta num" role="status">
          {t('list.count', { count: total })}
        </span>
      </div>
    </>
  );
}

/** The list of a section: search, filters, plus, export, and its entries. */
export function EntryList(props: EntryListProps) {
  const { name, listing, search, onChange } = props;
  const { t } = useTranslation('setting');
  const [isFiltering, setFiltering] = useState(false);
  const { table } = listing;
  const active = Object.values(search.filter ?? {}).filter((value) => value !== '').length;
  const hasChoices = (listing.filters ?? []).length > 0 || (listing.sorts ?? []).length > 1;
  return (
    <section className={cx(css.panel, css.list)} aria-label={t(`section.${name}` as never)}>
      <div className={css.bar}>
        <SearchField
          label={listing.placeholder}
          clearLabel={t('list.clear')}
          value={search.search ?? ''}
          onChange={(text) => onChange({ search: text || undefined })}
        />
        {listing.add && (
          <IconButton
            isFramed
            label={listing.add}
            icon={<IconPlus size={24} stroke={1.6} />}
            onClick={() => onChange({ isNew: true, id: undefined })}
          />
        )}
      </div>
      {(hasChoices || table || listing.actions) && (
        <div className={css.tools}>
          {hasChoices && (
            <IconButton
              isFramed
              isOn={active > 0}
              badge={active}
              label={active > 0 ? t('list.filterOn', { count: active }) : t('list.filter')}
              icon={<IconFilter2 size={24} stroke={1.6} />}
              aria-expanded={isFiltering}
              onClick={() => setFiltering(!isFiltering)}
            />
          )}
          {table && <ExportButton address={table.address(queryOf(search))} fileName={table.fileName} />}
          {listing.actions}
        </div>
      )}
      {isFiltering && <Choices {...props} />}
      <Body {...props} />
    </section>
  );
}
