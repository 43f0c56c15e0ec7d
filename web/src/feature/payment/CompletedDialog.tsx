import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attempt, Basket, OrderSummary } from '#/api/types';
import { cardName } from '#/lib/card';
import { tenderName } from '#/lib/tender';
import { Amount } from '#/ui/Amount';
import { ReceiptDialog } from '#/widget/receipt/ReceiptDialog';
import { TaxFreeEntry } from '#/widget/tax-free/TaxFreeEntry';
import { orderQuery } from '#/widget/receipt/use-receipt';
import { steadyNow } from './clock';
import css from './Completed.module.css';

interface CompletedDialogProps {
  order: OrderSummary;
  basket: Basket;
  /** The card payment that completed it, when it was one. */
  attempt: Attempt | null;
  onDone: () => void;
}

/** Enter pressed twice for the cash must not put the change away unread. */
const CALM_MS = 800;

/** The sale is complete: the change first, in large type, then the receipt. */
export function CompletedDialog({ order, basket, attempt, onDone }: CompletedDialogProps) {
  const { t, i18n } = useTranslation('payment');
  const { data } = useQuery(orderQuery(order.orderId));
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = steadyNow();
  }, []);
  const done = (): void => {
    if (steadyNow() - shownAt.current >= CALM_MS) onDone();
  };
  const tenders = data?.tenders ?? [];
  const card = attempt ? cardName(attempt.brand, attempt.last4) : '';
  return (
    <ReceiptDialog
      orderId={order.orderId}
      receiptNo={order.receiptNo}
      title={t('done.title')}
      onClose={done}
      next={{ label: t('done.newSale'), act: done }}
      intro={
        <div className={css.done} role="status">
          <div className={css.head}>
            <span className={css.disc} aria-hidden="true">
              <IconCheck size={26} stroke={1.8} />
            </span>
            <div>
              <div className="t-lead">
                <bdi>{t('done.order', { orderNo: order.orderNo })}</bdi> · <Amount money={order.total} />
              </div>
              {card && (
                <div className="t-meta">
                  <bdi>{attempt?.approvalCode ? t('done.paidWith', { card, code: attempt.approvalCode }) : card}</bdi>
                </div>
              )}
              {!card && basket.customer && (
                <div className="t-meta">
                  <bdi>{basket.customer.name}</bdi>
                </div>
              )}
            </div>
          </div>
          {/* It came with the payment: the drawer is open, and the rest of the order may be late. */}
          {order.change.minor > 0 && (
            <div className={css.change}>
              <div className={css.changeWord}>{t('done.change')}</div>
              <Amount money={order.change} className="t-xl" />
            </div>
          )}
          {tenders
            .filter((tender) => tender.amount.minor < 0)
            .map((tender) => (
              <div key={`${tender.code}${tender.reference}`} className={css.change}>
                <div className={css.changeWord}>
                  {tender.reference
                    ? t('done.newVoucher', { number: tender.reference })
                    : t('done.changeIn', { tender: tenderName(tender, i18n.language) })}
                </div>
                <Amount money={{ ...tender.tendered, minor: -tender.tendered.minor }} className="t-xl" />
              </div>
            ))}
          <TaxFreeEntry orderId={order.orderId} />
        </div>
      }
    />
  );
}
