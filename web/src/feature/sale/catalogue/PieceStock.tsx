import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#/api/queries';
import type { Item, ItemSize } from '#/api/types';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { useReleaseReservation } from '../queries';
import { dueOf } from './due';
import css from './PieceSheet.module.css';

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

type InTransit = ItemSize['inTransit'][number];

/** When pieces come that are on their way, in the words of the store's day. */
function Arrival({ arrival }: { arrival: InTransit }) {
  const { t, i18n } = useTranslation('sale');
  const { quantity: count, fromStoreName } = arrival;
  const due = dueOf(arrival, i18n.language);
  return (
    <span className={css.arrival}>
      {due.kind === 'day' || due.kind === 'late'
        ? t(`piece.inTransit.${due.kind}`, { count, day: due.day })
        : t(`piece.inTransit.${due.kind}`, { count })}
      , {fromStoreName ? t('piece.inTransit.from', { store: fromStoreName }) : t('piece.inTransit.headOffice')}
    </span>
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
            <td className={css.figure}>
              {size.available}
              {size.inTransit.map((arrival) => (
                <Arrival key={`${arrival.dueOn}${arrival.fromStoreName ?? ''}`} arrival={arrival} />
              ))}
            </td>
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

/** Where else it lies, the nearest boutiques first. */
function OtherBoutiques({ item }: { item: Item }) {
  const { t } = useTranslation('sale');
  const stock = item.otherStoreStock.filter((entry) => entry.available > 0);
  return (
    <section>
      <h3 className={css.head}>{t('piece.others')}</h3>
      {stock.length === 0 && <p className="mut2">{t('piece.othersNone')}</p>}
      <ul aria-label={t('piece.others')}>
        {stock.map((entry) => (
          <li key={`${entry.storeNo}${entry.sizeCode}`} className={css.store}>
            <span>
              <bdi>{entry.storeName}</bdi>
              {entry.sizeCode !== '' && <span className="mut"> · {t('size.of', { size: entry.sizeCode })}</span>}
              {entry.travelDays !== null && (
                <span className={css.away}>
                  {entry.travelDays === 0 ? t('piece.sameDay') : t('piece.daysAway', { count: entry.travelDays })}
                </span>
              )}
            </span>
            <span className="num">{t('piece.othersRow', { count: entry.available })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where a piece lies: here by size, on its way here, and in other boutiques. */
export function PieceStock({ item }: { item: Item }) {
  return (
    <>
      <SizeTable item={item} />
      <OtherBoutiques item={item} />
    </>
  );
}
