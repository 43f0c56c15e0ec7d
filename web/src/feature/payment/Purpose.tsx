import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import type { Basket, BookedTender, Money, Payment } from '#/api/types';
import { Amount } from '#/ui/Amount';
import css from './Purpose.module.css';

/** The tender that books what a deposit holds. It goes with the payment and is never removed alone. */
const DEPOSIT = 'DEPOSIT';
export const isHeldMoney = (tender: Pick<BookedTender, 'code'>): boolean => tender.code === DEPOSIT;

type Paid = Pick<Basket, 'purpose' | 'depositId'>;

/** The deposit that is paid on or handed over. */
function useDeposit({ depositId }: Paid) {
  const { data } = useQuery({
    queryKey: ['deposit', depositId],
    queryFn: ({ signal }) => get('/deposit/{depositId}', { path: { depositId: depositId ?? '' }, signal, notice: 'none' }),
    enabled: depositId !== null,
  });
  return depositId === null ? undefined : data;
}

/** What the payment is for, beside its title; nothing for a sale. */
export function PurposeTitle({ basket }: { basket: Basket }) {
  const { t } = useTranslation(['payment', 'deposit']);
  const deposit = useDeposit(basket);
  const basketWords = basket.basketNo === null ? t('pieces', { count: basket.pieces }) : t('basket', { no: basket.basketNo });
  switch (basket.purpose) {
    case 'DEPOSIT':
      return <bdi>{`${t('deposit:payment.DEPOSIT')} · ${basketWords}`}</bdi>;
    case 'FURTHER_PAYMENT':
    case 'SETTLEMENT':
    case 'CANCELLATION':
      return (
        <bdi>
          {t(`deposit:payment.${basket.purpose}`)}
          {deposit && (
            <>
              {' · '}
              <bdi dir="ltr">{deposit.documentNo}</bdi>
            </>
          )}
        </bdi>
      );
    default:
      return <bdi>{basketWords}</bdi>;
  }
}

function Fact({ name, money }: { name: string; money: Money }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>
        <Amount money={money} />
      </dd>
    </div>
  );
}

/** What a deposit means for what is due: what the pieces cost, and what is paid later. */
export function PurposeNote({ basket, payment }: { basket: Basket; payment: Payment | undefined }) {
  const { t } = useTranslation('deposit');
  const deposit = useDeposit(basket);
  const due = payment?.due;
  if (!due || basket.purpose === 'GOODS') return null;
  if (basket.purpose === 'SETTLEMENT') return <p className={`${css.facts} t-cap`}>{t('payment.settlementText')}</p>;
  if (basket.purpose === 'CANCELLATION') return <p className={`${css.facts} t-cap`}>{t('payment.cancellationText')}</p>;
  const whole = basket.purpose === 'DEPOSIT' ? basket.total : deposit?.balance;
  return (
    <div className={css.facts}>
      {whole && (
        <dl>
          <Fact name={basket.purpose === 'DEPOSIT' ? t('sheet.pieces') : t('money.balance')} money={whole} />
          <Fact name={t('sheet.rest')} money={{ ...whole, minor: whole.minor - due.minor }} />
        </dl>
      )}
      <p className={`${css.text} t-cap`}>{t('payment.depositText')}</p>
    </div>
  );
}
