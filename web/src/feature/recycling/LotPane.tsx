import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '#/api/client';
import { address } from '#/api/operation';
import { errorText } from '#/api/refusal';
import type { RecyclingLot, RecyclingShipment } from '#/api/types';
import { formatDate } from '#/lib/date';
import { parseSteps } from '#/lib/steps';
import { formatWeight } from '#/lib/weight';
import { Button } from '#/ui/Button';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Tag } from '#/ui/Tag';
import { ExportButton } from '#/widget/list/ExportButton';
import { useTimeZone } from '#/widget/use-time-zone';
import { GRAM_DIGITS } from './piece';
import { lotQuery, shipmentQuery } from './queries';
import css from './Recycling.module.css';

const keyOf = (lot: RecyclingLot): string => `${lot.metal} ${lot.fineness}`;

function Lots({ lots, typed, onTyped }: { lots: readonly RecyclingLot[]; typed?: Record<string, string>; onTyped?: (key: string, text: string) => void }) {
  const { t } = useTranslation('recycling');
  return (
    <ul className={css.lines}>
      {lots.map((lot) => {
        const name = [t(`metal.${lot.metal}`), lot.fineness > 0 ? String(lot.fineness) : ''].filter(Boolean).join(' ');
        return (
          <li key={keyOf(lot)} className={css.line}>
            <span className={css.grow}>
              <span className="t-strong">{name}</span>
              <span className="t-cap">{t('lot.pieces', { count: lot.pieces, net: formatWeight(lot.netWeight), fine: formatWeight(lot.fineWeight) })}</span>
            </span>
            {onTyped && (
              <TextField
                className={css.weight}
                label={t('lot.refinerWeight', { name })}
                isLabelHidden
                unit="g"
                inputMode="decimal"
                autoComplete="off"
                value={typed?.[keyOf(lot)] ?? ''}
                onChange={(event) => onTyped(keyOf(lot), event.target.value)}
              />
            )}
            {lot.difference !== null && lot.refinerWeight !== null && (
              <span className={css.difference}>
                <bdi dir="ltr">{formatWeight(lot.refinerWeight ?? 0)}</bdi>
                <span className="t-cap">{t('lot.difference', { weight: formatWeight(lot.difference ?? 0) })}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function useRead() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['recycling'], predicate: (query) => query.queryKey[1] !== 'setup' });
}

/** What may leave, and sending it. */
function Ready() {
  const { t } = useTranslation('recycling');
  const read = useRead();
  const { data, error, refetch } = useQuery(lotQuery);
  const [refiner, setRefiner] = useState('');
  const [trackingNo, setTrackingNo] = useState('');
  const ship = useMutation({
    mutationFn: () => post('/recycling/shipment', { body: { refiner, trackingNo }, notice: 'none' }),
    onSuccess: () => setTrackingNo(''),
    onSettled: read,
  });
  if (error) return <ErrorState title={t('failed')} text={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.documents === 0) return <EmptyState piece="bangle" title={t('lot.none')} text={t('lot.noneText')} />;
  return (
    <section className={css.card}>
      <h2 className="t-title">{t('lot.ready', { count: data.documents })}</h2>
      <Lots lots={data.lots} />
      <div className={css.fields}>
        <TextField label={t('lot.refiner')} isRequired autoComplete="off" dir="auto" maxLength={80} value={refiner} onChange={(event) => setRefiner(event.target.value)} />
        <TextField label={t('lot.trackingNo')} autoComplete="off" dir="ltr" maxLength={40} value={trackingNo} onChange={(event) => setTrackingNo(event.target.value)} />
      </div>
      {ship.error && (
        <Note tone="garnet" role="alert">
          {errorText(ship.error)}
        </Note>
      )}
      <Button variant="primary" isBusy={ship.isPending} isBlocked={refiner.trim() === ''} onClick={() => ship.mutate()}>
        {t('lot.ship')}
      </Button>
    </section>
  );
}

function Shipment({ shipment }: { shipment: RecyclingShipment }) {
  const { t, i18n } = useTranslation('recycling');
  const timeZone = useTimeZone();
  const read = useRead();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const weights = shipment.lots.map((lot) => ({ metal: lot.metal, fineness: lot.fineness, weight: parseSteps(typed[keyOf(lot)] ?? '', GRAM_DIGITS) }));
  const settle = useMutation({
    mutationFn: () =>
      post('/recycling/shipment/{shipmentId}/settle', {
        path: { shipmentId: shipment.shipmentId },
        body: { lots: weights.map((lot) => ({ ...lot, weight: lot.weight ?? 0 })) },
        notice: 'none',
      }),
    onSettled: read,
  });
  return (
    <li className={css.card}>
      <div className={css.line}>
        <span className={css.grow}>
          <bdi className="t-strong">{`${shipment.shipmentNo} · ${shipment.refiner}`}</bdi>
          <span className="t-cap">
            <bdi dir="ltr">{[formatDate(shipment.shippedAt, timeZone), shipment.trackingNo].filter(Boolean).join(' · ')}</bdi>
          </span>
        </span>
        <ExportButton
          label={t('lot.exportCsv', { number: shipment.shipmentNo })}
          address={address('/recycling/shipment/{shipmentId}/export.csv', { path: { shipmentId: shipment.shipmentId } })}
          fileName={`${shipment.shipmentNo}.csv`}
        />
        <ExportButton
          isPaper
          label={t('lot.exportPdf', { number: shipment.shipmentNo })}
          address={address('/recycling/shipment/{shipmentId}/export.pdf', {
            path: { shipmentId: shipment.shipmentId },
            query: { language: i18n.language },
          })}
          fileName={`${shipment.shipmentNo}.pdf`}
        />
        <Tag {...(shipment.isClosed ? {} : { tone: 'sapphire' as const })}>{t(shipment.isClosed ? 'state.CLOSED' : 'state.SHIPPED')}</Tag>
      </div>
      {shipment.isClosed ? (
        <Lots lots={shipment.lots} />
      ) : (
        <>
          <Lots lots={shipment.lots} typed={typed} onTyped={(key, text) => setTyped({ ...typed, [key]: text })} />
          {settle.error && (
            <Note tone="garnet" role="alert">
              {errorText(settle.error)}
            </Note>
          )}
          <Button variant="quiet" isBusy={settle.isPending} isBlocked={weights.some((lot) => lot.weight === null)} onClick={() => settle.mutate()}>
            {t('lot.settle')}
          </Button>
        </>
      )}
    </li>
  );
}

/** What goes to the refiner, what is there, and what they weighed. */
export function LotPane() {
  const { data } = useQuery(shipmentQuery);
  return (
    <div className={css.lots}>
      <Ready />
      <ul className={css.shipments}>
        {data?.items.map((shipment) => (
          <Shipment key={shipment.shipmentId} shipment={shipment} />
        ))}
      </ul>
    </div>
  );
}
