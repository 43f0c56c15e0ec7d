import { IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { errorText } from '#/api/refusal';
import type { ItemTile, NamedItem } from '#/api/types';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { IconButton } from '#/ui/IconButton';
import { Picture } from '#/ui/Picture';
import css from './Package.module.css';

const TYPING_MS = 250;
const FOUND_MAX = 50;
const SHOWN_MAX = 6;

interface Source<T> {
  name: string;
  find: (search: string, signal: AbortSignal) => Promise<T[]>;
}

/** What shops sell, with prices and sizes. */
export const SOLD: Source<ItemTile> = {
  name: 'sold',
  find: (search, signal) => get('/item', { query: { search, limit: FOUND_MAX }, signal, notice: 'none' }).then(({ items }) => items),
};

/** Everything that has a number, gifts first. */
export const ALL: Source<NamedItem> = {
  name: 'all',
  find: (search, signal) => get('/setting/promotion-item', { query: { search }, signal, notice: 'none' }),
};

interface ItemSearchProps<T> {
  label: string;
  source: Source<T>;
  /** Takes everything that was found at once; without it one by one. */
  onAddAll?: (items: T[]) => void;
  onAdd: (item: T) => void;
}

function useLate(value: string): string {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return late;
}

/** Finds items by name, number, collection or barcode and adds them. */
export function ItemSearch<T extends NamedItem>({ label, source, onAdd, onAddAll }: ItemSearchProps<T>) {
  const { t } = useTranslation('package');
  const [typed, setTyped] = useState('');
  const search = useLate(typed.trim());
  const { data, error } = useQuery({
    queryKey: ['setting', 'item-search', source.name, search],
    queryFn: ({ signal }) => source.find(search, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const found = search === '' ? [] : (data ?? []);
  return (
    <div className={css.search}>
      <TextField
        type="search"
        label={label}
        placeholder={t('item.searchHint')}
        autoComplete="off"
        spellCheck={false}
        start={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') {
            event.preventDefault();
            setTyped('');
          }
          if (event.key !== 'Enter') return;
          // Enter adds what was found; it does not save the form around.
          event.preventDefault();
          const only = found.length === 1 ? found[0] : found.find((item) => item.itemNo === typed.trim().toUpperCase());
          if (only) {
            onAdd(only);
            setTyped('');
          }
        }}
      />
      {error && <p className={css.nothing}>{errorText(error)}</p>}
      {search !== '' && data && found.length === 0 && <p className={css.nothing}>{t('item.nothing', { search })}</p>}
      {found.length > 0 && (
        <ul className={css.found} aria-label={t('item.found')}>
          {found.slice(0, SHOWN_MAX).map((item) => (
            <li key={item.itemNo}>
              <Picture src={item.imageUrl} size="s40" />
              <span className={css.itemText}>
                <b className="trunc" dir="auto">{item.name}</b>
                <span className="t-meta num">{item.itemNo}</span>
              </span>
              <IconButton
                isFramed
                label={t('item.add', { name: item.name })}
                icon={<IconPlus size={20} stroke={1.6} />}
                onClick={() => onAdd(item)}
              />
            </li>
          ))}
        </ul>
      )}
      {onAddAll && found.length > 1 && (
        <Button
          size="sm"
          onClick={() => {
            onAddAll(found);
            setTyped('');
          }}
        >
          {t('item.addAll', { count: found.length })}
        </Button>
      )}
    </div>
  );
}
