import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemQuery } from '#/api/queries';
import { errorText } from '#/api/refusal';
import type { Item, ItemTile } from '#/api/types';
import { formatMinor } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { Picture } from '#/ui/Picture';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './PieceSheet.module.css';
import { PieceStock } from './PieceStock';

/** Milligrams as grams with two decimals, cut and not rounded up. */
function grams(weightMg: number): string {
  return formatMinor(Math.trunc(weightMg / 10), 2);
}

function Facts({ item }: { item: Item }) {
  const { t } = useTranslation('sale');
  const facts = [
    [t('piece.collection'), item.collectionName],
    [t('piece.weight'), item.weightMg > 0 ? t('piece.weightGrams', { grams: grams(item.weightMg) }) : null],
    [t('piece.barcode'), item.sizes.map((size) => size.barcode).filter(Boolean).join(', ')],
  ] as const;
  return (
    <dl className={css.facts}>
      {facts.filter(([, value]) => value).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Everything about one piece: sizes, who has reserved it, and where else it lies. */
export function PieceSheet({ tile, onAdd, onClose }: { tile: ItemTile; onAdd: () => void; onClose: () => void }) {
  const { t } = useTranslation('sale');
  const { data: item, error, refetch } = useQuery(itemQuery(tile.itemNo));
  return (
    <Dialog
      title={tile.name}
      lead={<bdi>{tile.itemNo}</bdi>}
      onClose={onClose}
      width={640}
      isFullOnPhone
      foot={
        <Button variant="primary" size="lg" isWide onClick={onAdd}>
          {t('piece.add')}
        </Button>
      }
    >
      <div className={css.top}>
        <Picture src={tile.imageUrl} size="fill" className={css.picture} />
        <div className={css.side}>
          {tile.price && <Amount money={tile.price} className="t-amt" />}
          {item && <p className={css.story}>{item.story}</p>}
          {item && <Facts item={item} />}
        </div>
      </div>
      {item && <PieceStock item={item} />}
      {!item && !error && (
        <Loading>
          <Bone height={120} radius={10} />
        </Loading>
      )}
      {error && <ErrorState title={t('piece.failed')} text={errorText(error)} onRetry={() => void refetch()} />}
    </Dialog>
  );
}
