import { IconChevronRight, IconNote, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '#/api/connection';
import { refusalText } from '#/api/refusal';
import type { ShownBasket } from '#/api/expected-basket';
import { isSalespersonOpen } from '#/widget/salesperson-open';
import { formatRate } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { useSignal } from '#/lib/signal';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { cx } from '#/ui/cx';
import { useEmptyBasket, useNote } from '../queries';
import css from './BasketPane.module.css';
import { NoteDialog } from './NoteDialog';

function Totals({ basket }: { basket: ShownBasket }) {
  const { t } = useTranslation('sale');
  const { subtotal, discount, total, vat, pieces } = basket;
  return (
    <div className={cx(css.totals, basket.isExpected && css.stale)} aria-busy={basket.isExpected || undefined}>
      <div className={css.sum}>
        <span>{t('total.subtotal', { count: pieces })}</span>
        <Amount money={subtotal} />
      </div>
      {discount.minor !== 0 && (
        <div className={css.sum}>
          <span>{t('total.discount')}</span>
          <Amount money={{ ...discount, minor: -Math.abs(discount.minor) }} className={css.discount ?? ''} />
        </div>
      )}
      <div className={css.total}>
        <div>
          <div className={css.totalWord}>{t('total.total')}</div>
          {vat.map((row) => (
            <div key={row.rate} className="t-cap">
              {t('total.vat', { rate: formatRate(row.rate) })} <Amount money={row.amount} />
            </div>
          ))}
        </div>
        <Amount money={total} className="t-amt" />
      </div>
    </div>
  );
}

function Actions({ basket, onDialog }: { basket: ShownBasket; onDialog: (isOpen: boolean) => void }) {
  const { t } = useTranslation('sale');
  const [open, setOpen] = useState<'note' | 'empty' | null>(null);
  const empty = useEmptyBasket();
  const note = useNote();
  const show = (which: 'note' | 'empty' | null): void => {
    setOpen(which);
    onDialog(which !== null);
  };
  const reserved = basket.lines.reduce((sum, line) => sum + line.reservedQuantity, 0);
  return (
    <div className={css.actions}>
      <button type="button" className={css.action} onClick={() => show('note')}>
        <IconNote size={22} stroke={1.6} aria-hidden="true" />
        {t('basket.note')}
      </button>
      <button type="button" className={css.action} onClick={() => show('empty')}>
        <IconTrash size={22} stroke={1.6} aria-hidden="true" />
        {t('basket.emptyBasket')}
      </button>
      {open === 'note' && (
        <NoteDialog
          title={t('basket.noteOfBasket')}
          initial={basket.note}
          onClose={() => show(null)}
          onSave={(text) => {
            note.mutate(text);
            show(null);
          }}
        />
      )}
      {open === 'empty' && (
        <ConfirmDialog
          title={t('basket.emptyTitle')}
          consequence={t('basket.emptyConsequence', { count: reserved })}
          stay={t('basket.keep')}
          go={t('basket.emptyBasket')}
          isDestructive
          isBusy={empty.isPending}
          onStay={() => show(null)}
          onGo={() => empty.mutate(undefined, { onSettled: () => show(null) })}
        />
      )}
    </div>
  );
}

/** The next step of the sale, or what is missing for it. */
function PayButton({ basket, onPay }: { basket: ShownBasket; onPay: () => void }) {
  const { t } = useTranslation('sale');
  const line = useSignal(connection);
  const block = blockOf(basket, line.state === 'offline');
  const words = {
    salesperson: t('pay.needSalesperson'),
    piece: t('pay.needPiece'),
    connection: t('pay.needConnection'),
    refusal: basket.blockedBy ? refusalText(basket.blockedBy) : '',
  };
  if (block) {
    const onBlocked = (): void => {
      if (block === 'salesperson') isSalespersonOpen.set(true);
      else showNotice('warning', words[block]);
    };
    return (
      <Button variant="primary" size="xl" isWide isBlocked onBlocked={onBlocked}>
        {words[block]}
      </Button>
    );
  }
  return (
    <Button variant="primary" size="xl" isWide isSpread onClick={onPay}>
      <span>{t('pay.take')}</span>
      <span className={css.payEnd}>
        <kbd className="hint">F9</kbd>
        <IconChevronRight size={22} stroke={1.6} className="mirror" aria-hidden="true" />
      </span>
    </Button>
  );
}

/** The first thing that stands in the way of paying. What the server refused may be mended by what is expected. */
export function blockOf(basket: ShownBasket, isOffline: boolean): 'salesperson' | 'piece' | 'connection' | 'refusal' | null {
  if (!basket.salesperson) return 'salesperson';
  if (basket.lines.length === 0) return 'piece';
  if (isOffline) return 'connection';
  return basket.blockedBy && !basket.isExpected ? 'refusal' : null;
}

interface BasketFootProps {
  basket: ShownBasket;
  onPay: () => void;
  onDialog: (isOpen: boolean) => void;
}

export function BasketFoot({ basket, onPay, onDialog }: BasketFootProps) {
  const hasLines = basket.lines.length > 0;
  return (
    <>
      {basket.note !== '' && <p className={css.note}>{basket.note}</p>}
      {hasLines && <Totals basket={basket} />}
      {hasLines && <Actions basket={basket} onDialog={onDialog} />}
      <div className={css.pay}>
        <PayButton basket={basket} onPay={onPay} />
      </div>
    </>
  );
}
