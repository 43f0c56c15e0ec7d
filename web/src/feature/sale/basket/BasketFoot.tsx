import { IconChevronRight, IconPlaneDeparture } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { connection } from '#/api/connection';
import { TAKE_DEPOSIT, useMay } from '#/api/permission';
import { refusalText } from '#/api/refusal';
import type { ShownBasket } from '#/api/expected-basket';
import { isSalespersonOpen } from '#/widget/salesperson/salesperson-open';
import { formatMoney, formatRate, negative } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { useSignal } from '#/lib/signal';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import type { Deal } from '../deal/deal';
import { termsQuery } from '../deposit/terms';
import { BasketActions } from './BasketActions';
import css from './BasketPane.module.css';
import { Packages } from './Packages';
import { entriesOf } from './price';

function Totals({ basket, onDeal }: { basket: ShownBasket; onDeal: (deal: Deal) => void }) {
  const { t } = useTranslation('sale');
  const { subtotal, discount, total, vat, pieces } = basket;
  return (
    <div className={cx(css.totals, basket.isExpected && css.stale)} aria-busy={basket.isExpected || undefined}>
      <div className={css.sum}>
        <span>{t('total.subtotal', { count: pieces })}</span>
        <Amount money={subtotal} />
      </div>
      {discount.minor !== 0 && (
        <button type="button" className={cx(css.sum, css.explain)} onClick={() => onDeal({ kind: 'explain', lineId: null })}>
          <span>{t('total.discount')}</span>
          <Amount money={negative(discount)} className={css.discount ?? ''} />
        </button>
      )}
      {basket.discountApproximate && <p className="t-cap">{t('total.approximate')}</p>}
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
      {basket.deposit && <DepositParts basket={basket} parts={basket.deposit} />}
    </div>
  );
}

/** What is bought now, and what is put on deposit with what must be paid for it at least. */
function DepositParts({ basket, parts }: { basket: ShownBasket; parts: NonNullable<ShownBasket['deposit']> }) {
  const { t } = useTranslation('sale');
  const { data: terms } = useQuery({ ...termsQuery(basket), enabled: useMay(TAKE_DEPOSIT) && !basket.isExpected });
  return (
    <>
      <div className={css.sum}>
        <span>{t('total.boughtNow')}</span>
        <Amount money={parts.boughtNow} />
      </div>
      <div className={css.sum}>
        <span>
          {t('total.onDeposit')}
          {terms && <span className="t-cap"> · {t('total.depositMinimum', { amount: formatMoney(terms.minimum) })}</span>}
        </span>
        <Amount money={parts.onDeposit} />
      </div>
    </>
  );
}

/** The customer's flight, where the boutique asks for one. */
function Flight({ basket, onDeal }: { basket: ShownBasket; onDeal: (deal: Deal) => void }) {
  const { t } = useTranslation('sale');
  if (!basket.needsFlight) return null;
  return (
    <button type="button" className={cx(css.flight, basket.flightNo === '' && css.missing)} onClick={() => onDeal({ kind: 'flight' })}>
      <IconPlaneDeparture size={18} stroke={1.6} aria-hidden="true" />
      {basket.flightNo === '' ? t('need.flight') : t('deal.flightOf', { number: basket.flightNo })}
    </button>
  );
}

/** Where what the server misses is entered. */
function dealOf(basket: ShownBasket): Deal | null {
  for (const line of basket.lines) {
    const entry = entriesOf(line).find(({ need }) => line.needs.includes(need));
    if (entry) return { kind: entry.kind, lineId: line.lineId };
  }
  return basket.blockedBy?.key === 'sale.flight_required' ? { kind: 'flight' } : null;
}

/** The next step of the sale, or what is missing for it. */
function PayButton({ basket, onPay, onDeal }: { basket: ShownBasket; onPay: () => void; onDeal: (deal: Deal) => void }) {
  const { t } = useTranslation('sale');
  const line = useSignal(connection);
  const block = blockOf(basket, line.state === 'offline');
  const mayDeposit = useMay(TAKE_DEPOSIT);
  if (block === 'refusal' && mayDeposit && isAllOnDeposit(basket)) {
    return (
      <Button variant="primary" size="xl" isWide isSpread onClick={() => onDeal({ kind: 'deposit' })}>
        <span>{t('pay.takeDeposit')}</span>
        <span className={css.payEnd}>
          <kbd className="hint">F9</kbd>
          <IconChevronRight size={22} stroke={1.6} className="mirror" aria-hidden="true" />
        </span>
      </Button>
    );
  }
  const words = {
    salesperson: t('pay.needSalesperson'),
    piece: t('pay.needPiece'),
    connection: t('pay.needConnection'),
    refusal: basket.blockedBy ? refusalText(basket.blockedBy) : '',
  };
  if (block) {
    const onBlocked = (): void => {
      const deal = block === 'refusal' ? dealOf(basket) : null;
      if (block === 'salesperson') isSalespersonOpen.set(true);
      else if (deal) onDeal(deal);
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
      <span>{basket.deposit ? t('pay.takeOf', { amount: formatMoney(basket.deposit.boughtNow) }) : t('pay.take')}</span>
      <span className={css.payEnd}>
        <kbd className="hint">F9</kbd>
        <IconChevronRight size={22} stroke={1.6} className="mirror" aria-hidden="true" />
      </span>
    </Button>
  );
}

/** Whether nothing is bought now: the next step is the deposit. */
export const isAllOnDeposit = ({ blockedBy }: Pick<ShownBasket, 'blockedBy'>): boolean => blockedBy?.key === 'sale.all_on_deposit';

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
  onDeal: (deal: Deal) => void;
}

export function BasketFoot({ basket, onPay, onDialog, onDeal }: BasketFootProps) {
  const hasLines = basket.lines.length > 0;
  return (
    <>
      {basket.note !== '' && <p className={css.note}>{basket.note}</p>}
      {hasLines && <Packages basket={basket} onDeal={onDeal} />}
      {hasLines && <Flight basket={basket} onDeal={onDeal} />}
      {hasLines && <Totals basket={basket} onDeal={onDeal} />}
      {hasLines && <BasketActions basket={basket} onDialog={onDialog} onDeal={onDeal} />}
      <div className={css.pay}>
        <PayButton basket={basket} onPay={onPay} onDeal={onDeal} />
      </div>
    </>
  );
}
