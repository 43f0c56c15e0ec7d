import { Popover } from '@mantine/core';
import { IconCheck, IconRefresh, IconWifi, IconWifiOff, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { connection, probe } from '#/api/connection';
import { catalogueQuery } from '#/api/queries';
import { formatMinute, formatTime } from '#/lib/date';
import { useSignal } from '#/lib/signal';
import { useNow } from '#/lib/use-interval';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './OfflineStrip.module.css';

function Row({ isKept, what, state }: { isKept: boolean; what: string; state: string }) {
  return (
    <li className={css.row}>
      {isKept ? <IconCheck size={20} stroke={1.6} className={css.yes} aria-hidden="true" /> : <IconX size={20} stroke={1.6} className={css.no} aria-hidden="true" />}
      <span className={css.what}>{what}</span>
      <span className="mut2 num">{state}</span>
    </li>
  );
}

function WhatStillWorks() {
  const { t } = useTranslation('shell');
  const timeZone = useTimeZone();
  const asOf = useQueryClient().getQueryData(catalogueQuery.queryKey)?.asOf;
  return (
    <div className={css.panel}>
      <ul>
        <Row isKept what={t('offline.basket')} state={t('offline.basketKept')} />
        {asOf && <Row isKept what={t('offline.catalogue')} state={t('offline.catalogueAsOf', { time: formatMinute(asOf, timeZone) })} />}
        <Row isKept={false} what={t('offline.payment')} state={t('offline.paymentWaits')} />
        <Row isKept={false} what={t('offline.stock')} state={t('offline.stockUnsure')} />
      </ul>
      <p className="t-meta">{t('offline.cardAdvice')}</p>
      <Button variant="quiet" icon={<IconRefresh size={20} stroke={1.6} />} onClick={() => void probe()}>
        {t('offline.tryNow')}
      </Button>
    </div>
  );
}

function NextTry({ at }: { at: number }) {
  const { t } = useTranslation('shell');
  const now = useNow();
  const seconds = Math.max(0, Math.ceil((at - now.getTime()) / 1000));
  return <span className={css.next}>{t('offline.nextTry', { seconds })}</span>;
}

/** Under the header while the server cannot be reached, and for a moment when it is back. */
export function OfflineStrip() {
  const { t } = useTranslation('shell');
  const timeZone = useTimeZone();
  const line = useSignal(connection);
  if (line.state === 'online') return null;
  if (line.state === 'restored') {
    return (
      <div className={cx(css.strip, css.restored)} role="status">
        <IconWifi size={22} stroke={1.6} aria-hidden="true" />
        {t('offline.restored')}
      </div>
    );
  }
  return (
    <div className={css.strip}>
      <IconWifiOff size={22} stroke={1.6} aria-hidden="true" />
      <span role="alert">{t('offline.lost', { time: formatTime(line.since, timeZone) })}</span>
      <Popover width={360}>
        <Popover.Target>
          <button type="button" className={css.details}>
            {t('offline.details')}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('offline.details')}>
          <WhatStillWorks />
        </Popover.Dropdown>
      </Popover>
      <NextTry at={line.nextTryAt} />
    </div>
  );
}
