import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemQuery, sessionQuery } from '#/api/queries';
import { errorText } from '#/api/refusal';
import type { Item, ItemSize, ItemTile } from '#/api/types';
import { formatMinor } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { Dialog } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { Picture } from '#/ui/Picture';
import { Bone, Loading } from '#/ui/Skeleton';
import { useReleaseReservation } from '../queries';
import css from './PieceSheet.module.css';

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

type Reservation = ItemSize['reservedBy'][number];

/** Who holds pieces of a size; whoever may, ends it here, after a question. */
function Reservations({ item, size }: { item: Item; size: ItemSize }) {
  const { t } = useTranslation('sale');
  const client = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const release = useReleaseReservation();
  const [asked, setAsked] = useState<Reservation | null>(null);
  const mayRelease = session?.permissions.includes('sale.endReservation') ?? false;
  const end = (by: Reservation): void => {
    const reservation = { terminalNo: by.terminalNo, itemNo: item.itemNo, sizeCode: size.sizeCode };
    release.mutate(reservation, {
      onSettled: () => {
        setAsked(null);
        void client.invalidateQueries({ queryKey: ['item', item.itemNo] });
      },
    });
  };
  if (size.reservedBy.length === 0) return <span className="mut">{t('piece.nobody')}</span>;
  return (
    <>
      {size.reservedBy.map((by) => (
        <div key={by.terminalNo} className={css.holder}>
          {t('piece.reservedRow', { staffName: by.staffName, terminalName: by.terminalName, count: by.quantity })}
          {mayRelease && (
            <Button variant="quiet" size="sm" onClick={() => setAsked(by)}>
              {t('piece.release')}
            </Button>
          )}
        </div>
      ))}
      {asked && (
        <ConfirmDialog
          title={t('piece.releaseAsk', { staffName: asked.staffName })}
          consequence={t('piece.releaseText', { name: item.name, terminalName: asked.terminalName })}
          stay={t('piece.releaseStay')}
          go={t('piece.release')}
          isBusy={release.isPending}
          onStay={() => setAsked(null)}
          onGo={() => end(asked)}
        />
      )}
    </>
  );
}

function SizeTable({ item }: { item: Item }) {
  const { t } = useTranslation('sale');
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('piece.size')}</th>
          <th scope="col" className={css.figure}>
            {t('piece.here')}
          </th>
          <th scope="col" className={css.figure}>
            {t('piece.price')}
          </th>
          <th scope="col">{t('piece.reservedBy')}</th>
        </tr>
      </thead>
      <tbody>
        {item.sizes.map((size) => (
          <tr key={size.sizeCode}>
            <th scope="row">
              <bdi>{size.sizeCode || t('size.single')}</bdi>
            </th>
            <td className={css.figure}>{size.available}</td>
            <td className={css.figure}>{size.price ? <Amount money={size.price} /> : '–'}</td>
            <td>
              <Reservations item={item} size={size} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OtherBoutiques({ item }: { item: Item }) {
  const { t } = useTranslation('sale');
  const stock = item.otherStoreStock.filter((entry) => entry.available > 0);
  return (
    <section>
      <h3 className={css.head}>{t('piece.others')}</h3>
      {stock.length === 0 && <p className="mut2">{t('piece.othersNone')}</p>}
      <ul>
        {stock.map((entry) => (
          <li key={`${entry.storeNo}${entry.sizeCode}`} className={css.store}>
            <span>
              {entry.storeName}
              {entry.sizeCode !== '' && <span className="mut"> · {t('size.of', { size: entry.sizeCode })}</span>}
            </span>
            <span className="num">{t('piece.othersRow', { count: entry.available })}</span>
          </li>
        ))}
      </ul>
    </section>
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
      {item && <SizeTable item={item} />}
      {item && <OtherBoutiques item={item} />}
      {!item && !error && (
        <Loading>
          <Bone height={120} radius={10} />
        </Loading>
      )}
      {error && <ErrorState title={t('piece.failed')} text={errorText(error)} onRetry={() => void refetch()} />}
    </Dialog>
  );
}
