import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueQuery } from '#/api/queries';
import { errorText } from '#/api/refusal';
import type { ItemTile } from '#/api/types';
import { formatInteger } from '#/lib/money';
import { Button } from '#/ui/Button';
import { Chip } from '#/ui/Chip';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './CataloguePane.module.css';
import { ProductGrid } from './ProductGrid';
import { exactItem, facets, indexItems, matching, type Facet, type Filter } from './search';
import { SearchBar } from './SearchBar';

const NO_ITEMS: readonly ItemTile[] = [];
const BONES = Array.from({ length: 15 }, (_, index) => index);

interface CataloguePaneProps {
  filter: Filter;
  onFilter: (change: Partial<Filter>) => void;
  inBasket: ReadonlyMap<string, number>;
  onAdd: (item: ItemTile) => void;
  onDetails: (item: ItemTile) => void;
  /** A code typed by hand and sent with Enter. */
  onCode: (code: string) => void;
  onPriceCheck: () => void;
}

function ClassChips({ classes, total, filter, onFilter }: { classes: readonly Facet[]; total: number } & Pick<CataloguePaneProps, 'filter' | 'onFilter'>) {
  const { t } = useTranslation('sale');
  return (
    <div className={css.classes} role="group" aria-label={t('catalogue.classes')}>
      <Chip isOn={filter.itemClass === null} count={formatInteger(total)} onPress={() => onFilter({ itemClass: null })}>
        {t('catalogue.all')}
      </Chip>
      {classes.map(({ code, name, count }) => (
        <Chip key={code} isOn={filter.itemClass === code} count={formatInteger(count)} onPress={() => onFilter({ itemClass: code })}>
          {name}
        </Chip>
      ))}
    </div>
  );
}

function NothingHere({ filter, isEmptyStore, onFilter }: { isEmptyStore: boolean } & Pick<CataloguePaneProps, 'filter' | 'onFilter'>) {
  const { t } = useTranslation('sale');
  if (isEmptyStore) return <EmptyState title={t('catalogue.emptyStore')} text={t('catalogue.emptyStoreText')} />;
  const text = filter.term === '' ? t('catalogue.noneFilter') : t('catalogue.noneText', { search: filter.term });
  return (
    <EmptyState
      piece="pendant"
      title={t('catalogue.none')}
      text={text}
      actions={
        <Button variant="quiet" onClick={() => onFilter({ term: '', itemClass: null, collection: null, isAvailableOnly: false })}>
          {filter.term === '' ? t('catalogue.clearFilter') : t('catalogue.clearSearch')}
        </Button>
      }
    />
  );
}

function GridSkeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        {BONES.map((bone) => (
          <Bone key={bone} height={228} radius={14} />
        ))}
      </div>
    </Loading>
  );
}

/** The catalogue on this till: search as you type, classes with counts, tiles. */
export function CataloguePane(props: CataloguePaneProps) {
  const { filter, onFilter, inBasket, onAdd, onDetails, onCode, onPriceCheck } = props;
  const { t } = useTranslation('sale');
  const catalogue = useQuery(catalogueQuery);
  const items = catalogue.data?.items ?? NO_ITEMS;
  const index = useMemo(() => indexItems(items), [items]);
  const collections = useMemo(() => facets(items, 'collection'), [items]);
  const deferred = useDeferredValue(filter);
  const { term, collection, isAvailableOnly, itemClass } = deferred;
  const matches = useMemo(() => matching(index, { term, collection, isAvailableOnly }), [index, term, collection, isAvailableOnly]);
  const classes = useMemo(() => facets(matches, 'itemClass'), [matches]);
  const shown = useMemo(() => (itemClass === null ? matches : matches.filter((item) => item.itemClass === itemClass)), [matches, itemClass]);
  const onEnter = (typed: string): void => {
    const code = typed.trim();
    if (code === '') return;
    // A full number, or something that is no name: it is a code. Else go to the pieces found.
    if (exactItem(items, code) || matching(index, { ...filter, term: code }).length === 0) onCode(code);
    else document.querySelector<HTMLElement>('[data-tile="0"]')?.focus();
  };
  return (
    <section className={css.pane} aria-label={t('catalogue.name')}>
      <SearchBar
        filter={filter}
        collections={collections}
        onFilter={onFilter}
        onEnter={onEnter}
        onCode={onCode}
        onPriceCheck={onPriceCheck}
      />
      <ClassChips classes={classes} total={matches.length} filter={filter} onFilter={onFilter} />
      <p className="sr" role="status">
        {catalogue.isSuccess && t('catalogue.shown', { count: shown.length })}
      </p>
      {catalogue.isPending && <GridSkeleton />}
      {catalogue.isError && items.length === 0 && (
        <ErrorState title={t('catalogue.failed')} text={errorText(catalogue.error)} onRetry={() => void catalogue.refetch()} />
      )}
      {catalogue.data && shown.length === 0 && <NothingHere filter={deferred} isEmptyStore={items.length === 0} onFilter={onFilter} />}
      {shown.length > 0 && (
        <ProductGrid items={shown} inBasket={inBasket} filterKey={JSON.stringify(deferred)} onAdd={onAdd} onDetails={onDetails} />
      )}
    </section>
  );
}
