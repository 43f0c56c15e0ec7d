import { IconCash, IconCreditCard, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Basket, BookedTender, Payment } from '#/api/types';
import { cardName } from '#/lib/card';
import { showNotice } from '#/lib/notice';
import { Amount } from '#/ui/Amount';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import css from './Payment.module.css';
import { amountInText } from './words';

function isCard(tender: BookedTender): boolean {
  return tender.brand !== null || tender.last4 !== null;
}

interface BookedRowProps {
  tender: BookedTender;
  onRemove: (() => void) | null;
}

function BookedRow({ tender, onRemove }: BookedRowProps) {
  const { t } = useTranslation('payment');
  const Icon = isCard(tender) ? IconCreditCard : IconCash;
  const card = cardName(tender.brand, tender.last4);
  const detail = card || (tender.change.minor > 0 ? t('change', { amount: amountInText(tender.change) }) : '');
  const paid = { ...tender.amount, minor: -tender.amount.minor };
  return (
    <li className={css.booked}>
      <Icon size={22} stroke={1.6} aria-hidden="true" />
      <span className={css.bookedText}>
        <span className="trunc">{tender.name}</span>
        {detail && (
          <span className="t-cap">
            <bdi>{detail}</bdi>
          </span>
        )}
      </span>
      <Amount money={paid} className="t-strong" />
      {onRemove && (
        <IconButton
          className={css.bookedRemove}
          label={t('remove', { tender: tender.name, amount: amountInText(tender.amount) })}
          icon={<IconX size={20} stroke={1.6} />}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

interface PaymentSummaryProps {
  basket: Basket;
  payment: Payment | undefined;
  /** Tenders cannot be removed now: an attempt is on screen. */
  isLocked: boolean;
  isRemoving: boolean;
  onRemove: (tender: BookedTender) => void;
  /** Why the dialog cannot be left, said where the reason stands. */
  backError: string | null;
}

/** What is due, what is booked, what is left. It stays where it is from the first tender to the last. */
export function PaymentSummary({ basket, payment, isLocked, isRemoving, onRemove, backError }: PaymentSummaryProps) {
  const { t } = useTranslation('payment');
  const [asking, setAsking] = useState<BookedTender | null>(null);
  const tenders = payment?.tenders ?? [];
  const remove = (tender: BookedTender): void => {
    if (isCard(tender)) {
      setAsking(tender);
      return;
    }
    onRemove(tender);
    const handed = { ...tender.tendered, minor: tender.tendered.minor - tender.change.minor };
    showNotice('warning', t('cashBack', { amount: amountInText(handed) }), { isSticky: true });
  };
  return (
    <section className={css.summary} aria-label={t('due')}>
      <div className={css.dueBlock}>
        <div className="t-label">{t('due')}</div>
        <Amount money={payment?.due ?? basket.total} className="t-title" />
      </div>
      <div className={css.bookedBlock}>
        {tenders.length > 0 && (
          <>
            <h3 className="t-label">{t('booked')}</h3>
            <ul>
              {tenders.map((tender) => (
                <BookedRow
                  key={tender.tenderId}
                  tender={tender}
                  onRemove={tender.removable && !isLocked && !isRemoving ? () => remove(tender) : null}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={css.remainingBlock}>
        {backError && (
          <Note tone="citrine" role="alert">
            {backError}
          </Note>
        )}
        <div className={css.remainingWord}>{t('remaining')}</div>
        <Amount money={payment?.remaining ?? basket.total} className={css.remaining ?? ''} />
        <div className="t-cap">
          <bdi>
            {basket.customer
              ? t('customerPieces', { name: basket.customer.name, count: basket.pieces })
              : t('pieces', { count: basket.pieces })}
          </bdi>
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('removeCard.title', {
            amount: amountInText(asking.amount),
            card: cardName(asking.brand, asking.last4) || asking.name,
          })}
          consequence={t('removeCard.consequence')}
          stay={t('removeCard.stay')}
          go={t('removeCard.go')}
          isDestructive
          onStay={() => setAsking(null)}
          onGo={() => {
            onRemove(asking);
            setAsking(null);
          }}
        />
      )}
    </section>
  );
}
