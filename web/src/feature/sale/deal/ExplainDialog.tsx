import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ShownBasket, ShownLine } from '#/api/expected-basket';
import type { AppliedPackage, LineDiscount, ManualDiscount } from '#/api/types';
import { negative } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { cx } from '#/ui/cx';
import { Dialog } from '#/ui/Dialog';
import { Note } from '#/ui/Note';
import { PackageMark } from '../basket/PackageMark';
import { Weighed } from '../basket/Weighed';
import { reasonQuery } from '../queries';
import css from './Deal.module.css';
import { formatEntered } from './words';

/** Who gave a discount, how much of what, why, and who approved it. */
function GivenBy({ manual, basket, source }: { manual: ManualDiscount; basket: ShownBasket; source: 'LINE' | 'BASKET' }) {
  const { t } = useTranslation('sale');
  const { data: reasons } = useQuery(reasonQuery);
  const reason = reasons?.find(({ reasonCode }) => reasonCode === manual.reasonCode)?.name ?? manual.reasonCode;
  const value = formatEntered(manual.kind, manual.value, basket.currency);
  return (
    <>
      <span>{t(manual.kind === 'TARGET' ? `explain.${source}_TARGET` : `explain.${source}`, { value })}</span>
      <span className="t-cap">
        {t('explain.by', { name: manual.givenByName, reason })}
        {manual.approvedByName && <> · {t('explain.approvedBy', { name: manual.approvedByName })}</>}
      </span>
    </>
  );
}

function DiscountRow({ discount, line, basket }: { discount: LineDiscount; line: ShownLine; basket: ShownBasket }) {
  const { t } = useTranslation('sale');
  const manual = discount.source === 'LINE' ? line.manualDiscount : basket.basketDiscount;
  return (
    <li className={css.row}>
      <span className={css.rowText}>
        {discount.source === 'PACKAGE' && discount.applicationNo !== null ? (
          <>
            <span className={css.rowName}>
              <PackageMark no={discount.applicationNo ?? 0} />
              <bdi>{discount.description}</bdi>
            </span>
            <span className="t-cap">{t('explain.package')}</span>
          </>
        ) : (
          manual && discount.source !== 'PACKAGE' && <GivenBy manual={manual} basket={basket} source={discount.source} />
        )}
      </span>
      <Amount money={negative(discount.amount)} className={css.saving ?? ''} />
    </li>
  );
}

/** How a price came about, before anything was taken off. */
function PriceRow({ line }: { line: ShownLine }) {
  const { t } = useTranslation('sale');
  const { weight, unitPrice, listedPrice, gross, quantity } = line;
  return (
    <li className={css.row}>
      <span className={css.rowText}>
        <span>
          {t(`explain.price.${line.priceSource ?? 'NONE'}`)}
          {quantity > 1 && unitPrice && (
            <>
              {' '}
              <bdi dir="ltr" className="num">
                {quantity} × <Amount money={unitPrice} />
              </bdi>
            </>
          )}
        </span>
        {weight && (
          <span className="t-cap">
            <Weighed weight={weight} />
          </span>
        )}
        {listedPrice && (
          <span className="t-cap">
            {t('explain.listed')} <Amount money={listedPrice} />
          </span>
        )}
      </span>
      {gross ? <Amount money={gross} /> : <span>{t('stock.noPrice')}</span>}
    </li>
  );
}

function LineExplained({ line, basket }: { line: ShownLine; basket: ShownBasket }) {
  const { t } = useTranslation('sale');
  return (
    <section className={css.section}>
      <h3 className={css.sectionName}>
        <bdi>{line.name}</bdi>
      </h3>
      <ul>
        <PriceRow line={line} />
        {line.discounts.map((discount) => (
          <DiscountRow
            key={`${discount.source}${discount.applicationNo ?? ''}`}
            discount={discount}
            line={line}
            basket={basket}
          />
        ))}
        {line.manualDiscount?.isDropped && <li className={cx(css.row, 't-cap')}>{t('explain.dropped')}</li>}
        {line.net && (
          <li className={cx(css.row, css.rowNet)}>
            <span>{t('explain.net')}</span>
            <Amount money={line.net} />
          </li>
        )}
      </ul>
    </section>
  );
}

interface ExplainDialogProps {
  basket: ShownBasket;
  /** One line, or all of them. */
  line: ShownLine | null;
  onClose: () => void;
}

/** Line by line: which package or colleague took what off, why, and approved by whom. */
export function ExplainDialog({ basket, line, onClose }: ExplainDialogProps) {
  const { t } = useTranslation('sale');
  const lines = line ? [line] : basket.lines;
  return (
    <Dialog title={t('explain.title')} onClose={onClose} width={560} isFullOnPhone>
      {basket.discountApproximate && <Note>{t('total.approximate')}</Note>}
      {lines.map((one) => (
        <LineExplained key={one.key} line={one} basket={basket} />
      ))}
      {basket.basketDiscount?.isDropped && <Note tone="citrine">{t('explain.droppedBasket')}</Note>}
      {!line && (
        <ul className={css.section}>
          <li className={cx(css.row, css.rowNet)}>
            <span>{t('total.total')}</span>
            <Amount money={basket.total} />
          </li>
        </ul>
      )}
    </Dialog>
  );
}

/** The pieces that a package took, and what each of them saves. */
export function PackageDialog({ basket, applied, onClose }: { basket: ShownBasket; applied: AppliedPackage; onClose: () => void }) {
  const { t } = useTranslation('sale');
  const nameOf = (lineId: string, itemNo: string): string => basket.lines.find((line) => line.lineId === lineId)?.name ?? itemNo;
  return (
    <Dialog
      title={applied.description}
      lead={
        <>
          {t('package.saves')} <Amount money={applied.saving} />
        </>
      }
      onClose={onClose}
      width={520}
    >
      <ul>
        {applied.pieces.map((piece, index) => (
          // A package may take several pieces of one line; they differ in nothing but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${piece.lineId}/${index}`} className={css.row}>
            <span className={css.rowText}>
              <bdi>{nameOf(piece.lineId, piece.itemNo)}</bdi>
              <span className="t-cap">
                <bdi>{piece.itemNo}</bdi> · <Amount money={piece.unitPrice} />
              </span>
            </span>
            <Amount money={negative(piece.share)} className={css.saving ?? ''} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
