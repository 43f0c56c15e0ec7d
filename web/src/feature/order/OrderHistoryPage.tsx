import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { sessionQuery } from '#/api/queries';
import { errorText } from '#/api/refusal';
import type { OrderPage } from '#/api/types';
import { formatMinute, isoDay } from '#/lib/date';
import { api } from '#/lib/path';
import { Amount } from '#/ui/Amount';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';

/** Today's orders of this store. */
export function OrderHistoryPage() {
  const { t } = useTranslation('order');
  const { data: session } = useQuery(sessionQuery);
  const [now] = useState(() => new Date());
  const today = isoDay(now, session?.store.timeZone);
  const orders = useQuery({
    queryKey: ['orders', today],
    queryFn: ({ signal }) => get<OrderPage>(api.orders({ from: today, to: today }), { signal, notice: 'none' }),
  });
  if (orders.isError) {
    return <ErrorState title={t('failed')} text={errorText(orders.error)} onRetry={() => void orders.refetch()} />;
  }
  if (orders.data?.items.length === 0) return <EmptyState piece="bangle" title={t('none')} text={t('noneText')} />;
  return (
    <ul>
      {orders.data?.items.map((order) => (
        <li key={order.orderId}>
          {formatMinute(order.completedAt, session?.store.timeZone)} {order.orderNo} <Amount money={order.total} />
        </li>
      ))}
    </ul>
  );
}
