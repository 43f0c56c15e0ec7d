import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatRate, type Money } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { cx } from '#/ui/cx';
import { OrdersLink } from './OrdersLink';
import type { Statement } from './queries';
import { columnText, discountShare } from './statement';
import css from './Statement.module.css';

interface FigureProps {
  name: string;
  money: Money | null;
  caption: ReactNode;
  isOff?: boolean;
}

function Figure({ name, money, caption, isOff }: FigureProps) {
  const { t } = useTranslation('statement');
  return (
    <div className={css.figure}>
      <dt className="t-label">{name}</dt>
      <dd>
        {money ? <Amount money={money} className={cx(css.figureAmount, isOff && css.off)} /> : <span className={cx(css.figureAmount, css.hidden)}>–</span>}
        <span className="t-cap">{money ? caption : t('hidden')}</span>
      </dd>
    </div>
  );
}

/** What the day came to, in four figures. */
export function Figures({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statement');
  const { salesAmount, lineDiscount, paymentAmount, liabilities, difference, maximumDifference, moneyIn } = statement;
  const share = salesAmount && discountShare(lineDiscount, salesAmount);
  const isOwed = liabilities !== null && liabilities.minor !== 0;
  const documents = t('figure.documents', { count: statement.documents });
  const paymentCaption = isOwed ? t('figure.owed', { amount: columnText(liabilities) }) : moneyIn ? t('figure.moneyIn', { amount: columnText(moneyIn) }) : '';
  return (
    <dl className={css.figures}>
      <Figure
        name={t('salesAmount')}
        money={salesAmount}
        caption={
          <OrdersLink statement={statement} className={css.captionLink} instead={documents}>
            {documents}
          </OrdersLink>
        }
      />
      <Figure name={t('lineDiscount')} money={lineDiscount} caption={share ? t('figure.ofGross', { rate: formatRate(share) }) : ''} />
      <Figure name={t('paymentAmount')} money={paymentAmount} caption={paymentCaption} />
      <Figure
        name={t('difference')}
        money={difference}
        caption={t('figure.limit', { amount: formatMoney(maximumDifference) })}
        isOff={difference !== null && difference.minor !== 0}
      />
    </dl>
  );
}
