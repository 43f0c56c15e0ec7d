import { Popover } from '@mantine/core';
import { IconFilter2, IconSearch, IconTag, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '#/lib/money';
import { scannerState } from '#/lib/scan';
import { useShortcuts } from '#/lib/shortcut';
import { useSignal } from '#/lib/signal';
import { useIsPhone } from '#/lib/use-media';
import { Button } from '#/ui/Button';
import { Chip } from '#/ui/Chip';
import { cx } from '#/ui/cx';
import { IconButton } from '#/ui/IconButton';
import { CameraButton } from '#/widget/camera/CameraButton';
import css from './CataloguePane.module.css';
import type { Facet, Filter } from './search';

function ScannerDot() {
  const { t } = useTranslation('sale');
  const { isReady, reason } = useSignal(scannerState);
  return (
    <span className={cx(css.scanner, !isReady && css.scannerBusy)} title={reason ?? undefined}>
      <i aria-hidden="true" />
      {isReady ? t('catalogue.scannerReady') : t('catalogue.scannerBusy')}
    </span>
  );
}

interface FilterButtonProps {
  filter: Filter;
  collections: readonly Facet[];
  onFilter: (change: Partial<Filter>) => void;
}

function FilterButton({ filter, collections, onFilter }: FilterButtonProps) {
  const { t } = useTranslation('sale');
  const [isOpen, setOpen] = useState(false);
  const active = (filter.collection === null ? 0 : 1) + (filter.isAvailableOnly ? 1 : 0);
  return (
    <Popover opened={isOpen} onChange={setOpen} width={360}>
      <Popover.Target>
        <IconButton
          isFramed
          isLarge
          isOn={active > 0}
          label={active > 0 ? t('catalogue.filterOn', { count: active }) : t('catalogue.filter')}
          icon={<IconFilter2 size={24} stroke={1.6} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('catalogue.filter')}>
        <div className={css.filter}>
          <p className="t-label">{t('catalogue.collection')}</p>
          <div className={css.filterChips}>
            {collections.map(({ code, name, count }) => (
              <Chip
                key={code}
                isOn={filter.collection === code}
                count={formatInteger(count)}
                onPress={() => onFilter({ collection: filter.collection === code ? null : code })}
              >
                {name}
              </Chip>
            ))}
          </div>
          <Chip isOn={filter.isAvailableOnly} onPress={() => onFilter({ isAvailableOnly: !filter.isAvailableOnly })}>
            {t('catalogue.availableOnly')}
          </Chip>
          {active > 0 && (
            <Button variant="ghost" onClick={() => onFilter({ collection: null, isAvailableOnly: false })}>
              {t('catalogue.clearFilter')}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

interface SearchBarProps extends FilterButtonProps {
  onEnter: (term: string) => void;
  onCode: (code: string) => void;
  onPriceCheck: () => void;
}

/** The one field for scanning and searching, with the state of the scanner. */
export function SearchBar({ filter, collections, onFilter, onEnter, onCode, onPriceCheck }: SearchBarProps) {
  const { t } = useTranslation('sale');
  const isPhone = useIsPhone();
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({
    F2: () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  const label = t(isPhone ? 'catalogue.searchShort' : 'catalogue.search');
  return (
    <div className={css.find} role="search">
      <div className={css.search}>
        <IconSearch size={24} stroke={1.6} aria-hidden="true" />
        <input
          ref={field}
          className={css.input}
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-label={label}
          placeholder={label}
          value={filter.term}
          onChange={(event) => onFilter({ term: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onEnter(filter.term);
            if (event.key === 'Escape' && filter.term !== '') onFilter({ term: '' });
          }}
        />
        {filter.term !== '' && (
          <IconButton label={t('catalogue.clearSearch')} icon={<IconX size={20} stroke={1.6} />} onClick={() => onFilter({ term: '' })} />
        )}
        <CameraButton onCode={onCode} />
        {!isPhone && <ScannerDot />}
        <kbd className="hint">F2</kbd>
      </div>
      <IconButton
        isFramed
        isLarge
        label={t('priceCheck.title')}
        icon={<IconTag size={24} stroke={1.6} />}
        aria-keyshortcuts="Alt+P"
        onClick={onPriceCheck}
      />
      <FilterButton filter={filter} collections={collections} onFilter={onFilter} />
    </div>
  );
}
