import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemQuery } from '#/api/queries';
import type { ItemTile, OtherStoreStock, TileSize } from '#/api/types';
import { cx } from '#/ui/cx';
import { Dialog } from '#/ui/Dialog';
import css from './SizePicker.module.css';

interface SizePickerProps {
  item: Pick<ItemTile, 'itemNo' | 'name'> & { sizes?: TileSize[] };
  /** The size it has now, when a line changes its size. */
  current?: string;
  onChoose: (sizeCode: string) => void;
  onClose: () => void;
}

function SizeWords({ size, elsewhere }: { size: TileSize; elsewhere: OtherStoreStock | undefined }) {
  const { t } = useTranslation('sale');
  if (size.available > 1) return t('size.left', { count: size.available });
  if (size.available === 1) return t('size.lastOne');
  if (elsewhere) return t('size.inCity', { city: elsewhere.city });
  return size.reserved > 0 ? t('size.reserved') : t('size.none');
}

/** Sizes as buttons with what is left of each, here or elsewhere. */
export function SizePicker({ item, current, onChoose, onClose }: SizePickerProps) {
  const { t } = useTranslation('sale');
  const { data } = useQuery(itemQuery(item.itemNo));
  const sizes: TileSize[] = data?.sizes ?? item.sizes ?? [];
  const first = sizes.find((size) => size.available > 0)?.sizeCode;
  return (
    <Dialog title={current === undefined ? t('size.title') : t('size.changeTitle')} lead={item.name} onClose={onClose} width={460}>
      <div className={css.sizes} role="group" aria-label={t('size.title')}>
        {sizes.map((size) => {
          const elsewhere = data?.otherStoreStock.find((stock) => stock.sizeCode === size.sizeCode && stock.available > 0);
          const isOn = size.sizeCode === current;
          return (
            <button
              key={size.sizeCode}
              type="button"
              className={cx(css.size, isOn && css.on, size.available <= 0 && css.out)}
              aria-pressed={current === undefined ? undefined : isOn}
              data-autofocus={size.sizeCode === (current ?? first) || undefined}
              onClick={() => onChoose(size.sizeCode)}
            >
              <b dir="ltr">{size.sizeCode || t('size.single')}</b>
              <span className={css.words}>
                <SizeWords size={size} elsewhere={elsewhere} />
              </span>
            </button>
          );
        })}
      </div>
    </Dialog>
  );
}
