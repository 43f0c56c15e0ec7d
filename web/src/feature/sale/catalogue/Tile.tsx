import { IconInfoCircle } from '@tabler/icons-react';
import { memo, useRef, type MouseEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemTile } from '#/api/types';
import { useIsPhone } from '#/lib/use-media';
import { Amount } from '#/ui/Amount';
import { cx } from '#/ui/cx';
import { Picture } from '#/ui/Picture';
import { stockOf, type Stock } from './stock';
import css from './Tile.module.css';

const LONG_PRESS_MS = 500;
const MOVE_PX_MAX = 10;

interface TileProps {
  item: ItemTile;
  inBasket: number;
  index: number;
  isActive: boolean;
  onAdd: (item: ItemTile) => void;
  onDetails: (item: ItemTile) => void;
  onFocus: (index: number) => void;
}

function StockWords({ stock }: { stock: Stock }) {
  const { t } = useTranslation('sale');
  const isPhone = useIsPhone();
  if (stock.kind === 'inStock') {
    return <span className={css.stock}>{t(isPhone ? 'stock.left' : 'stock.inStock', { count: stock.count })}</span>;
  }
  if (stock.kind === 'otherStores') {
    return <span className={cx(css.stock, css.other)}>{t('stock.otherStores', { count: stock.count })}</span>;
  }
  // A bag or a service has no stock to speak of.
  if (stock.kind === 'noStock') return null;
  const isWarning = stock.kind === 'lastOne' || stock.kind === 'reserved';
  return <span className={cx(css.stock, isWarning && css.low)}>{t(`stock.${stock.kind}`)}</span>;
}

/** A long press opens the details and is not a tap. */
function useLongPress(onTap: () => void, onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const wasLong = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  return {
    onPointerDown: (event: PointerEvent) => {
        wasLong.current = false;
        start.current = { x: event.clientX, y: event.clientY };
        timer.current = setTimeout(() => {
          wasLong.current = true;
          onLongPress();
        }, LONG_PRESS_MS);
      },
    onPointerMove: (event: PointerEvent) => {
        const far = Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y) > MOVE_PX_MAX;
        if (far) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    // A press of Enter or Space is a click without a pointer (`detail` 0).
    onClick: (event: MouseEvent) => {
      if (event.detail === 0 || !wasLong.current) onTap();
    },
  };
}

/** A piece: tap adds it, the i or a long press shows it. Its size never changes with its stock. */
export const Tile = memo(function Tile({ item, inBasket, index, isActive, onAdd, onDetails, onFocus }: TileProps) {
  const { t } = useTranslation('sale');
  const handlers = useLongPress(
    () => onAdd(item),
    () => onDetails(item),
  );
  const stock = stockOf(item, inBasket);
  const isOut = item.available <= 0 && inBasket === 0 && !item.isNoStock;
  const tabIndex = isActive ? 0 : -1;
  return (
    <div className={cx(css.tile, isOut && css.out)}>
      <button
        type="button"
        className={css.add}
        data-tile={index}
        tabIndex={tabIndex}
        onFocus={() => onFocus(index)}
        {...handlers}
      >
        <Picture src={item.imageUrl} size="fill" isFaded={isOut} />
        <span className={cx(css.name, 'clamp2')}>{item.name}</span>
        <span className={css.foot}>
          {item.price ? <Amount money={item.price} className={css.price ?? ''} /> : <span className={css.price}>–</span>}
          <StockWords stock={stock} />
        </span>
      </button>
      {inBasket > 0 && (
        <span className={css.quantity} aria-hidden="true">
          {inBasket}
        </span>
      )}
      <button type="button" className={css.details} tabIndex={tabIndex} aria-label={t('catalogue.details', { name: item.name })} onClick={() => onDetails(item)}>
        <IconInfoCircle size={20} stroke={1.6} />
      </button>
    </div>
  );
});
