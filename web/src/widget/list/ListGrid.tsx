import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { nextRow } from '#/lib/list-keys';
import { cx } from '#/ui/cx';
import { Bone } from '#/ui/Skeleton';
import css from './ListGrid.module.css';
import type { ListLength } from './list-length';

const OVERSCAN = 10;
/** The rows fade out over as much of the end of the list. */
const FADE_PX = 30;

/** A column: its heading, and the class that its cells have too. */
export interface Column {
  name: string;
  title: string;
  className: string | undefined;
  sort?: 'ascending' | 'descending';
}

interface ListGridProps<T> {
  label: string;
  columns: readonly Column[];
  /** Widths of the columns, gaps and padding. */
  columnsClass: string | undefined;
  rowPx: number;
  rows: readonly T[];
  length: ListLength;
  idOf: (row: T) => string;
  /** A row as it is read aloud; without one it is on its way. */
  nameOf: (row: T | undefined) => string;
  /** A cell per column, each with the role `gridcell`. */
  renderCells: (row: T) => ReactNode;
  selected: string | undefined;
  /** Changes with the filter: the list then starts at the top again. */
  filterKey: string;
  onOpen: (row: T) => void;
  /** Rows up to this one are wanted. */
  onNeed: (index: number) => void;
  /** The rows on screen. */
  onRange?: ((first: number, last: number) => void) | undefined;
}

function Head({ columns, columnsClass }: { columns: readonly Column[]; columnsClass: string | undefined }) {
  return (
    <div role="rowgroup" className={css.head}>
      <div role="row" aria-rowindex={1} className={cx(css.columns, columnsClass)}>
        {columns.map(({ name, title, className, sort }) => (
          <div key={name} role="columnheader" className={className} {...(sort ? { 'aria-sort': sort } : {})}>
            {title}
          </div>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  index: number;
  name: string;
  className: string;
  /** Where the row starts, and how high it is. */
  place: { insetBlockStart: number; blockSize: number };
  isSelected: boolean;
  isActive: boolean;
  /** Absent while its page is on the way: the row keeps its place and the focus. */
  cells: ReactNode | undefined;
  onOpen: () => void;
  onFocus: () => void;
}

function Row({ index, name, className, place, isSelected, isActive, cells, onOpen, onFocus }: RowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-label={name}
      tabIndex={isActive ? 0 : -1}
      data-row={index}
      className={className}
      style={place}
      onClick={onOpen}
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onOpen();
      }}
    >
      {cells ?? (
        <div role="gridcell" className={css.bone}>
          <Bone height={16} />
        </div>
      )}
    </div>
  );
}

/** Which row has the focus, moved by the keys; `scrollTo` brings a row to the screen before it gets it. */
function useActiveRow(area: RefObject<HTMLDivElement | null>, total: number, filterKey: string, scrollTo: (index: number) => void) {
  const focusNext = useRef<number | null>(null);
  const [active, setActive] = useState(0);
  const shownKey = useRef(filterKey);
  useEffect(() => {
    if (shownKey.current === filterKey) return;
    shownKey.current = filterKey;
    area.current?.scrollTo({ top: 0 });
    setActive(0);
  }, [area, filterKey]);
  useEffect(() => {
    if (focusNext.current === null) return;
    const row = area.current?.querySelector<HTMLElement>(`[data-row="${focusNext.current}"]`);
    if (!row) return;
    focusNext.current = null;
    row.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = nextRow(event.key, active, total);
    if (to === null) return;
    event.preventDefault();
    focusNext.current = to;
    scrollTo(to);
    setActive(to);
  };
  return { active: Math.min(active, total - 1), setActive, onKeyDown };
}

/**
 * A list as a grid: only rows on screen are drawn, all have one height, and the scrollbar is honest
 * once they are counted.
 */
export function ListGrid<T>({ rows, length, rowPx, columns, columnsClass, onNeed, onRange, ...props }: ListGridProps<T>) {
  const total = length.rows;
  const area = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- rows have one height, nothing is memoised around it
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => area.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    paddingEnd: FADE_PX,
  });
  const { active, setActive, onKeyDown } = useActiveRow(area, total, props.filterKey, (index) => virtual.scrollToIndex(index));
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onNeed(last), [onNeed, last, rows.length]);
  const firstShown = virtual.range?.startIndex ?? 0;
  const lastShown = virtual.range?.endIndex ?? 0;
  useEffect(() => onRange?.(firstShown, lastShown), [onRange, firstShown, lastShown]);
  return (
    <div
      role="grid"
      aria-label={props.label}
      aria-rowcount={length.isKnown ? total + 1 : -1}
      aria-colcount={columns.length}
      className={css.grid}
    >
      <Head columns={columns} columnsClass={columnsClass} />
      <div ref={area} role="rowgroup" className={css.rows} data-scroll onKeyDown={onKeyDown}>
        <div role="presentation" className={css.canvas} style={{ blockSize: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            const isSelected = row !== undefined && props.idOf(row) === props.selected;
            return (
              <Row
                key={index}
                index={index}
                name={props.nameOf(row)}
                className={cx(css.columns, columnsClass, css.row, isSelected && css.selected)}
                place={{ insetBlockStart: start, blockSize: rowPx }}
                isSelected={isSelected}
                isActive={index === active}
                cells={row && props.renderCells(row)}
                onOpen={() => row && props.onOpen(row)}
                onFocus={() => setActive(index)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
