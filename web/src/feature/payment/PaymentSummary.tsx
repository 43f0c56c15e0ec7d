import { IconCash, IconCreditCard, IconGift, IconLock, IconQrcode, IconTicket, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Basket, BookedTender, Payment } from '#/api/types';
import { cardName } from '#/lib/card';
import { tenderName } from '#/lib/tender';
import { Amount } from '#/ui/Amount';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import css from './Payment.module.css';
import { isHeldMoney, PurposeNote } from './Purpose';
import { amountInText } from './words';

/** The tender that a gift card of ours pays (specification). */
const GIFT_CARD = 'GIFTCARD';

function isCard(tender: BookedTender): boolean {
  return !isGiftCard(tender) && (tender.brand !== null || tender.last4 !== null);
}

function isGiftCard(tender: BookedTender): boolean {
  return tender.code === GIFT_CARD;
}

/** What paper stands for, and foreign cash with its rate. */
function isPaper({ type }: BookedTender): boolean {
  return type === 'VOUCHER' || type === 'CHEQUE' || type === 'TRANSFER' || type === 'MALL' || type === 'FX_CASH';
}

function BookedIcon({ tender }: { tender: BookedTender }) {
  const look = { size: 22, stroke: 1.6, 'aria-hidden': true } as const;
  if (isHeldMoney(tender)) return <IconLock {...look} />;
  if (isGiftCard(tender)) return <IconGift {...look} />;
  if (isPaper(tender) && tender.type !== 'FX_CASH') return <IconTicket {...look} />;
  if (tender.brand && tender.last4 === null) return <IconQrcode {...look} />;
  return isCard(tender) ? <IconCreditCard {...look} /> : <IconCash {...look} />;
}

interface BookedRowProps {
  tender: BookedTender;
  onRemove: (() => void) | null;
}

function BookedRow({ tender, onRemove }: BookedRowProps) {
  const { t, i18n } = useTranslation('payment');
  const name = tenderName(tender, i18n.language);
  const card = cardName(tender.brand, tender.last4);
  const held = isHeldMoney(tender) ? (tender.reference ?? '') : '';
  const given = tender.tendered.minor < 0;
  const said = isPaper(tender) ? (tender.reference ?? '') : '';
  const change = tender.isChange ? t('isChange') : '';
  const detail = [change, held || said].filter(Boolean).join(' · ') || card || (tender.change.minor > 0 ? t('change', { amount: amountInText(tender.change) }) : '');
  const paid = { ...tender.amount, minor: -tender.amount.minor };
  return (
    <li className={css.booked}>
      <BookedIcon tender={tender} />
      <span className={css.bookedText}>
        <span className="trunc">{name}</span>
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
          label={t('remove', { tender: name, amount: amountInText(given ? paid : tender.amount) })}
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
  const { t: giftCard } = useTranslation('giftCard');
  const [asking, setAsking] = useState<BookedTender | null>(null);
  const [takenOff, setTakenOff] = useState<BookedTender | null>(null);
  const tenders = payment?.tenders ?? [];
  const remove = (tender: BookedTender): void => {
    if (isCard(tender)) {
      setAsking(tender);
      return;
    }
    onRemove(tender);
    // Paper and what came from a wallet go back by themselves: only cash is handed over.
    setTakenOff(tender.type === 'CASH' ? tender : null);
  };
  const { refund } = payment ?? {};
  const due = payment?.due ?? basket.total;
  const left = refund?.left ?? payment?.remaining ?? basket.total;
  const isOff = takenOff !== null && !tenders.some(({ tenderId }) => tenderId === takenOff.tenderId);
  return (
    <section className={css.summary} aria-label={t(refund ? 'refund.due' : 'due')}>
      <div className={css.dueBlock}>
        <div className="t-label">{t(refund ? 'refund.due' : 'due')}</div>
        <Amount money={refund ? { ...due, minor: -due.minor } : due} className="t-title" />
        <PurposeNote basket={basket} payment={payment} />
      </div>
      <div className={css.bookedBlock}>
        {tenders.length > 0 && (
          <>
            <h3 className="t-label">{t(refund ? 'refund.booked' : 'booked')}</h3>
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
        {!refund && tenders.some(isGiftCard) && <Note tone="champagne">{giftCard('notReturnable')}</Note>}
        {isOff && (
          <Note tone="citrine" role="status">
            {refund
              ? t('refund.takeBack', { amount: amountInText({ ...takenOff.tendered, minor: -takenOff.tendered.minor }) })
              : t('cashBack', { amount: amountInText({ ...takenOff.tendered, minor: takenOff.tendered.minor - takenOff.change.minor }) })}
          </Note>
        )}
        {backError && (
          <Note tone="citrine" role="alert">
            {backError}
          </Note>
        )}
        <div className={css.remainingWord}>{t(refund ? 'refund.left' : 'remaining')}</div>
        <Amount money={left} className={css.remaining ?? ''} />
        <div className="t-cap">
          <bdi>
            {basket.purpose === 'FURTHER_PAYMENT' || basket.purpose === 'CANCELLATION'
              ? basket.customer?.name
              : basket.customer
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
          consequence={t(asking.last4 === null ? 'qr.removeConsequence' : 'removeCard.consequence')}
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
