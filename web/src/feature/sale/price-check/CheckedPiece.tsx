import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PriceCheck } from '#/api/types';
import { formatDay } from '#/lib/date';
import { negative } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { Chip } from '#/ui/Chip';
import { cx } from '#/ui/cx';
import { Picture } from '#/ui/Picture';
import { Weighed } from '../basket/Weighed';
import { PieceStock } from '../catalogue/PieceStock';
import deal from '../deal/Deal.module.css';
import css from './PriceCheck.module.css';

function Reason({ name, detail, amount, isNet }: { name: ReactNode; detail?: ReactNode; amount?: ReactNode; isNet?: boolean }) {
  return (
    <li className={cx(deal.row, isNet && deal.rowNet)}>
      <span className={deal.rowText}>
        <span>{name}</span>
        {detail && <span className="t-cap">{detail}</span>}
      </span>
      {amount ?? <span />}
    </li>
  );
}

/** Where the price of one piece comes from, before packages. */
function Source({ check }: { check: PriceCheck }) {
  const { t } = useTranslation('sale');
  const { list, weight, unitPrice } = check;
  const amount = unitPrice ? <Amount money={unitPrice} /> : <span>{t('stock.noPrice')}</span>;
  if (check.isKeyed) return <Reason name={t('priceCheck.keyed')} />;
  if (weight) return <Reason name={t('explain.price.WEIGHT')} detail={<Weighed weight={weight} />} amount={amount} />;
  if (!list) return <Reason name={t('explain.price.NONE')} amount={amount} />;
  const dates = [
    list.startingDate && t('priceCheck.since', { date: formatDay(list.startingDate) }),
    list.endingDate && t('priceCheck.until', { date: formatDay(list.endingDate) }),
  ].filter(Boolean);
  return (
    <Reason
      name={t(list.isCustomerGroup ? 'priceCheck.customerList' : 'priceCheck.list', { name: list.name })}
      detail={[list.salesCode, ...dates].join(' · ')}
      amount={amount}
    />
  );
}

/** Why a piece costs what it costs: list or board, tiers, packages. */
function Reasons({ check }: { check: PriceCheck }) {
  const { t } = useTranslation('sale');
  const isReduced = check.net && check.unitPrice && check.net.minor !== check.unitPrice.minor;
  return (
    <section aria-label={t('priceCheck.why')}>
      <h3 className={css.head}>{t('priceCheck.why')}</h3>
      <ul>
        <Source check={check} />
        {check.tiers.map(({ quantity, unitPrice }) => (
          <Reason key={quantity} name={t('priceCheck.tier', { quantity })} amount={<Amount money={unitPrice} />} />
        ))}
        {check.packages.map(({ discountId, description, saving, endingDate }) => (
          <Reason
            key={discountId}
            name={<bdi>{description}</bdi>}
            detail={[
              saving ? t('explain.package') : t('priceCheck.more'),
              endingDate && t('priceCheck.until', { date: formatDay(endingDate) }),
            ]
              .filter(Boolean)
              .join(' · ')}
            amount={saving && <Amount money={negative(saving)} className={deal.saving ?? ''} />}
          />
        ))}
        {isReduced && check.net && <Reason name={t('priceCheck.net')} amount={<Amount money={check.net} />} isNet />}
      </ul>
    </section>
  );
}

interface CheckedPieceProps {
  check: PriceCheck;
  onSize: (sizeCode: string) => void;
}

/** Picture, price, reasons and stock of a piece. */
export function CheckedPiece({ check, onSize }: CheckedPieceProps) {
  const { t } = useTranslation('sale');
  const { piece } = check;
  const price = check.net ?? check.unitPrice;
  return (
    <article aria-label={piece.name}>
      <div className={css.top}>
        <Picture src={piece.imageUrl} size="fill" className={css.picture} />
        <div className={css.side}>
          <p className="t-lead">
            <bdi>{piece.name}</bdi>
          </p>
          <p className="t-cap">
            <bdi>{piece.itemNo}</bdi>
          </p>
          <p className={css.price}>{price ? <Amount money={price} className="t-amt" /> : t('stock.noPrice')}</p>
          {piece.sizes.length > 1 && (
            <div className={css.sizes} role="group" aria-label={t('piece.size')}>
              {piece.sizes.map(({ sizeCode }) => (
                <Chip key={sizeCode} isOn={sizeCode === check.sizeCode} onPress={() => onSize(sizeCode)}>
                  {sizeCode}
                </Chip>
              ))}
            </div>
          )}
        </div>
      </div>
      <Reasons check={check} />
      <PieceStock item={piece} />
    </article>
  );
}
