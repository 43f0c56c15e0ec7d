import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemTile } from '#/api/types';
import { useWidth } from '#/lib/use-width';
import css from './ProductGrid.module.css';
import { Tile } from './Tile';

interface Layout {
  columns: number;
  row: number;
  gap: number;
}

const TILL: Omit<Layout, 'columns'> & { tile: number } = { tile: 158, row: 228, gap: 12 };
const TABLET = { tile: 150, row: 218, gap: 12 };
const PHONE: Layout = { columns: 2, row: 216, gap: 10 };
const TILL_PX = 1280;
const PHONE_PX = 743;
const OVERSCAN_ROWS = 3;
const FOCUS_RING_PX = 4;

function layoutFor(width: number): Layout {
  if (window.innerWidth <= PHONE_PX) return PHONE;
  const { tile, row, gap } = window.innerWidth >= TILL_PX ? TILL : TABLET;
  return { columns: Math.max(1, Math.floor((width + gap) / (tile + gap))), row, gap };
}

/** Where an arrow key leads in a grid; `null` for other keys. */
export function nextIndex(key: string, from: number, count: number, columns: number, isMirrored: boolean): number | null {
  const forward = isMirrored ? 'ArrowLeft' : 'ArrowRight';
  const backward = isMirrored ? 'ArrowRight' : 'ArrowLeft';
  const steps: Record<string, number> = { [forward]: 1, [backward]: -1, ArrowDown: columns, ArrowUp: -columns };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return null;
  const to = from + step;
  return to < 0 || to >= count ? from : to;
}

interface ProductGridProps {
  items: readonly ItemTile[];
  inBasket: ReadonlyMap<string, number>;
  /** Changes with the search and the filter: the grid then starts at the top again. */
  filterKey: string;
  onAdd: (item: ItemTile) => void;
  onDetails: (item: ItemTile) => void;
}

/** Only the rows on screen are drawn; the scrollbar is honest because rows have one height. */
export function ProductGrid({ items, inBasket, filterKey, onAdd, onDetails }: ProductGridProps) {
  const { t } = useTranslation('sale');
  const area = useRef<HTMLDivElement>(null);
  const { columns, row, gap } = layoutFor(useWidth(area) - 2 * FOCUS_RING_PX);
  const [active, setActive] = useState(0);
  const shownKey = useRef(filterKey);
  const focusNext = useRef<number | null>(null);
  // oxlint-disable-next-line react/incompatible-library -- rows are measured by us, nothing is memoised around it
  const virtual = useVirtualizer({
    count: Math.ceil(items.length / columns),
    getScrollElement: () => area.current,
    estimateSize: () => row + gap,
    overscan: OVERSCAN_ROWS,
    paddingStart: FOCUS_RING_PX,
    paddingEnd: 24,
  });
  useEffect(() => virtual.measure(), [virtual, row, gap, columns]);
  useEffect(() => {
    if (shownKey.current === filterKey) return;
    shownKey.current = filterKey;
    area.current?.scrollTo({ top: 0 });
    setActive(0);
  }, [area, filterKey]);
  useEffect(() => {
    if (focusNext.current === null) return;
    const tile = area.current?.querySelector<HTMLElement>(`[data-tile="${focusNext.current}"]`);
    if (!tile) return;
    focusNext.current = null;
    tile.focus();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = nextIndex(event.key, active, items.length, columns, document.documentElement.dir === 'rtl');
    if (to === null) return;
    event.preventDefault();
    focusNext.current = to;
    virtual.scrollToIndex(Math.floor(to / columns));
    setActive(to);
  };
  return (
    <div ref={area} className={css.area} data-scroll onKeyDown={onKeyDown}>
      <ul className={css.rows} aria-label={t('catalogue.name')} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().flatMap(({ index: rowIndex, start }) =>
          items.slice(rowIndex * columns, (rowIndex + 1) * columns).map((item, column) => {
            const index = rowIndex * columns + column;
            return (
              <li
                key={item.itemNo}
                className={css.cell}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                style={{
                  insetBlockStart: start,
                  blockSize: row,
                  insetInlineStart: `calc((100% + ${gap}px) / ${columns} * ${column})`,
                  inlineSize: `calc((100% - ${gap * (columns - 1)}px) / ${columns})`,
                }}
              >
                <Tile
                  item={item}
                  index={index}
                  inBasket={inBasket.get(item.itemNo) ?? 0}
                  isActive={index === active}
                  onAdd={onAdd}
                  onDetails={onDetails}
                  onFocus={setActive}
                />
              </li>
            );
          }),
        )}
      </ul>
    </div>
  );
}
