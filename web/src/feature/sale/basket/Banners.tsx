import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ShownBasket } from '#/api/expected-basket';
import { formatDay } from '#/lib/date';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { useConfirmPrices, useRemoveGift } from '../queries';
import css from './BasketPane.module.css';

/** Prices are others than those that staff saw: the old and the new ones, to be confirmed before payment. */
function PriceChangeBanner({ basket }: { basket: ShownBasket }) {
  const { t } = useTranslation('sale');
  const confirm = useConfirmPrices();
  const change = basket.priceChange;
  if (!change) return null;
  const nameOf = (lineId: string): string => basket.lines.find((line) => line.lineId === lineId)?.name ?? '';
  return (
    <div className={css.banner}>
      <Note tone="citrine" role="alert">
        <b className="t-strong">{t('priceChange.title', { date: formatDay(change.toDate) })}</b>
        <ul className={css.changes} data-scroll>
          {change.lines.map(({ lineId, before, after }) => (
            <li key={lineId} className={css.change}>
              <span className="trunc" dir="auto">
                {nameOf(lineId)}
              </span>
              <span className={css.beforeAfter}>
                {before && (
                  <s>
                    <span className="sr">{t('line.before')} </span>
                    <Amount money={before} />
                  </s>
                )}{' '}
                {after ? <Amount money={after} /> : t('stock.noPrice')}
              </span>
            </li>
          ))}
          <li className={css.change}>
            <b className="t-strong">{t('total.total')}</b>
            <b className={css.beforeAfter}>
              <s>
                <span className="sr">{t('line.before')} </span>
                <Amount money={change.totalBefore} />
              </s>{' '}
              <Amount money={change.totalAfter} />
            </b>
          </li>
        </ul>
        <Button size="sm" variant="primary" isBusy={confirm.isPending} onClick={() => confirm.mutate(change)}>
          {t('priceChange.confirm')}
        </Button>
      </Note>
    </div>
  );
}

/** A change of the order took the chosen gift away. It stays until it is read. */
function GiftRemovedBanner({ basket }: { basket: ShownBasket }) {
  const { t } = useTranslation('sale');
  const { t: ui } = useTranslation();
  const read = useRemoveGift();
  if (!basket.giftRemoved) return null;
  return (
    <div className={css.banner}>
      <Note
        tone="citrine"
        role="status"
        action={<IconButton label={ui('close')} icon={<IconX size={20} stroke={1.6} />} onClick={() => read.mutate(undefined)} />}
      >
        {t('gift.removed')}
      </Note>
    </div>
  );
}

/** A package holds for pieces that are bought together, or kept together. */
function TornPackages({ basket }: { basket: ShownBasket }) {
  const { t } = useTranslation('sale');
  const torn = basket.deposit?.tornPackages ?? [];
  if (torn.length === 0) return null;
  return (
    <div className={css.banner}>
      <Note tone="citrine" role="status">
        {torn.map((name) => (
          <div key={name}>{t('package.torn', { name })}</div>
        ))}
      </Note>
    </div>
  );
}

/** What staff must know before they go on. */
export function Banners({ basket }: { basket: ShownBasket }) {
  return (
    <>
      <PriceChangeBanner basket={basket} />
      <GiftRemovedBanner basket={basket} />
      <TornPackages basket={basket} />
    </>
  );
}
