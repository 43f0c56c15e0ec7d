import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#/api/queries';
import type { WaitingBasket } from '#/api/types';
import { formatDate, formatMinute, isoDay } from '#/lib/date';
import { timeNow } from '#/lib/time-now';
import { useInterval } from '#/lib/use-interval';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { Tag } from '#/ui/Tag';
import { useTimeZone } from '#/widget/use-time-zone';
import { useResume } from '../queries';
import css from './Waiting.module.css';

/** Since when, with the day when it is not today. */
function useSince(): (at: string) => string {
  const timeZone = useTimeZone();
  return (at) => {
    const time = formatMinute(at, timeZone);
    return isoDay(new Date(at), timeZone) === isoDay(timeNow(), timeZone) ? time : `${formatDate(at, timeZone)} ${time}`;
  };
}

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;

/** How long the pieces of a parked basket stay reserved, as time passes. */
function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('sale');
  const [now, setNow] = useState(timeNow);
  useInterval(() => setNow(timeNow()), MINUTE_MS / 2);
  const minutes = Math.ceil((Date.parse(until) - now.getTime()) / MINUTE_MS);
  if (minutes <= 0) return <Tag tone="citrine">{t('waiting.free')}</Tag>;
  const hours = Math.trunc(minutes / MINUTES_PER_HOUR);
  return (
    <>
      {hours > 0
        ? t('waiting.hoursLeft', { hours, minutes: minutes % MINUTES_PER_HOUR })
        : t('waiting.minutesLeft', { minutes })}
    </>
  );
}

function WaitingRow({ basket, isBusy, onResume }: { basket: WaitingBasket; isBusy: boolean; onResume: () => void }) {
  const { t } = useTranslation('sale');
  const since = useSince();
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const isHere = session?.terminalNo === basket.terminalNo;
  const { customerName, staffName, itemNames, pieces, total, reservedUntil } = basket;
  return (
    <li className={css.row}>
      <div className={css.text}>
        <span className={css.head}>
          <b className="trunc" dir="auto">
            {customerName ?? t('waiting.noCustomer', { number: basket.basketNo })}
          </b>
          {total && <Amount money={total} className="t-strong" />}
        </span>
        <span className="trunc" dir="auto">
          {itemNames.join(', ')}
        </span>
        <span className="t-cap">
          {t('waiting.pieces', { count: pieces })} ·{' '}
          {staffName && (
            <>
              <bdi>{staffName}</bdi> ·{' '}
            </>
          )}
          <bdi dir="ltr">{since(basket.since)}</bdi> · <bdi>{isHere ? t('waiting.here') : basket.terminalNo}</bdi>
        </span>
        {reservedUntil && (
          <span className="t-cap">
            <TimeLeft until={reservedUntil} />
          </span>
        )}
        {!basket.isParked && <Tag tone="citrine">{t('waiting.leftBehind')}</Tag>}
      </div>
      <Button size="sm" isBusy={isBusy} onClick={onResume} aria-label={t('waiting.resumeOf', { number: basket.basketNo })}>
        {t('waiting.resume')}
      </Button>
    </li>
  );
}

/** The baskets that wait in this boutique, each with the way back to it. */
export function WaitingList({ baskets, onResumed }: { baskets: readonly WaitingBasket[]; onResumed?: () => void }) {
  const { t } = useTranslation('sale');
  const resume = useResume();
  return (
    <ul className={css.list} aria-label={t('waiting.title')}>
      {baskets.map((basket) => (
        <WaitingRow
          key={basket.basketId}
          basket={basket}
          isBusy={resume.isPending && resume.variables === basket.basketId}
          onResume={() => {
            if (!resume.isPending) resume.mutate(basket.basketId, onResumed);
          }}
        />
      ))}
    </ul>
  );
}
