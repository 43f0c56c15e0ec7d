import { IconDownload, IconFilter2, IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getDocument } from '#/api/client';
import { ApiError, errorText } from '#/api/refusal';
import { saveFile } from '#/lib/save-file';
import { useShortcuts } from '#/lib/shortcut';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { IconButton } from '#/ui/IconButton';
import { Picture } from '#/ui/Picture';
import { SelectField } from '#/ui/SelectField';
import { Bone, Loading } from '#/ui/Skeleton';
import { Tag } from '#/ui/Tag';
import type { Entry, EntryListing, ListProps } from './section';
import css from './Setting.module.css';
import { queryOf } from './setting-search';
import { useEntries } from './use-entries';

const ROW_PX = 68;
const OVERSCAN = 10;
const TYPING_MS = 250;
const PAGE_STEP = 8;
const BONES = [0, 1, 2, 3, 4, 5, 6] as const;

interface EntryListProps extends ListProps {
  listing: EntryListing;
}

/** What is typed is asked for after a moment, with Enter at once. */
function useTyped(value: string, onTyped: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const take = (text: string, wait: number): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onTyped(text.trim()), wait);
  };
  return { typed, take };
}

function SearchField({ listing, search, onChange }: Omit<EntryListProps, 'name'>) {
  const { t } = useTranslation('setting');
  const field = useRef<HTMLInputElement>(null);
  const { typed, take } = useTyped(search.search ?? '', (text) => onChange({ search: text === '' ? undefined : text }));
  useShortcuts({ F2: () => field.current?.focus() });
  return (
    <div className={css.search}>
      <IconSearch size={20} stroke={1.6} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        value={typed}
        placeholder={listing.placeholder}
        aria-label={listing.placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => take(event.target.value, TYPING_MS)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(typed, 0);
          if (event.key === 'Escape' && typed !== '') take('', 0);
        }}
      />
      {typed !== '' && <IconButton label={t('list.clear')} icon={<IconX size={20} stroke={1.6} />} onClick={() => take('', 0)} />}
    </div>
  );
}

function ExportButton({ listing, search }: Pick<EntryListProps, 'listing' | 'search'>) {
  const { t } = useTranslation('setting');
  const [isBusy, setBusy] = useState(false);
  const { exportAddress, exportName } = listing;
  if (!exportAddress) return null;
  const run = (): void => {
    setBusy(true);
    getDocument(exportAddress(queryOf(search)))
      .then((blob) => saveFile(blob, exportName ?? 'export.csv'))
      // The client has said what went wrong; the list stays as it is.
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <Button size="sm" isBusy={isBusy} icon={<IconDownload size={20} stroke={1.6} aria-hidden="true" />} onClick={run}>
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

function nextRow(key: string, at: number, count: number): number | null {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1, PageDown: at + PAGE_STEP, PageUp: at - PAGE_STEP }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
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
              {row.imageUrl && <Picture src={row.imageUrl} size="s40" />}
              <span className={css.rowText}>
                <b className="trunc">{row.title}</b>
                <span className="t-meta trunc">{row.sub}</span>
              </span>
              {row.tag && <Tag {...(row.tag.tone ? { tone: row.tag.tone } : {})}>{row.tag.text}</Tag>}
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
  const active = Object.values(search.filter ?? {}).filter((value) => value !== '').length;
  const hasChoices = (listing.filters ?? []).length > 0 || (listing.sorts ?? []).length > 1;
  return (
    <section className={cx(css.panel, css.list)} aria-label={t(`section.${name}` as never)}>
      <div className={css.bar}>
        <SearchField {...props} />
        {listing.add && (
          <IconButton
            isFramed
            label={listing.add}
            icon={<IconPlus size={24} stroke={1.6} />}
            onClick={() => onChange({ isNew: true, id: undefined })}
          />
        )}
      </div>
      {(hasChoices || listing.exportAddress || listing.actions) && (
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
          <ExportButton {...props} />
          {listing.actions}
        </div>
      )}
      {isFiltering && <Choices {...props} />}
      <Body {...props} />
    </section>
  );
}
