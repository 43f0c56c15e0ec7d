import { IconBuildingBank, IconBuildingStore, IconCash, IconCoins, IconGift, IconHeartHandshake, IconRecycle, IconTicket, IconWriting } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#/api/refusal';
import type { Money, Tender, TenderType } from '#/api/types';
import type { Currency } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { tenderName } from '#/lib/tender';
import { cx } from '#/ui/cx';
import { BrandIcon } from './BrandIcon';
import { rateText } from './foreign';
import css from './Payment.module.css';
import { TerminalIcon } from './TerminalIcon';
import { amountInText } from './words';

/** Why a tender cannot be used now, in words; `null` when it can. */
function useUnavailable(): (tender: Tender) => string | null {
  const { t } = useTranslation('payment');
  return (tender) => {
    if (tender.refusal) return refusalText(tender.refusal);
    return tender.type === 'CARD' && tender.terminalReady === false ? t('tender.cardNotReady') : null;
  };
}

function useHint(currency: Currency): (tender: Tender) => string {
  const { t } = useTranslation('payment');
  return (tender) => {
    if (tender.type === 'CARD') return t('tender.cardHint');
    if (tender.qr) return t(tender.qr.directions.length > 1 ? 'qr.hintBoth' : 'qr.hintShop');
    if (tender.type === 'GIFTCARD') return t('tender.giftCardHint');
    if (tender.type === 'RECYCLING_CREDIT') return t('recycling.hint');
    if (tender.type === 'LOYALTY_CREDIT') return t('loyalty.hint');
    if (tender.type === 'VOUCHER') return t('tender.voucherHint');
    if (tender.type === 'CHEQUE' || tender.type === 'TRANSFER' || tender.type === 'MALL') return t(`tender.${tender.type}`);
    if (tender.foreign) return t('tender.foreignHint', { rate: rateText(tender.foreign, currency) });
    const step: Money = { minor: tender.roundingStep, currency };
    if (tender.roundingStep > 1) return t('tender.cashRounded', { amount: amountInText(step) });
    return tender.overTenderAllowed ? t('tender.cashHint') : t('tender.cashExactHint');
  };
}

const ICONS: Partial<Record<TenderType, ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }>>> = {
  CHEQUE: IconWriting,
  FX_CASH: IconCoins,
  GIFTCARD: IconGift,
  MALL: IconBuildingStore,
  LOYALTY_CREDIT: IconHeartHandshake,
  RECYCLING_CREDIT: IconRecycle,
  TRANSFER: IconBuildingBank,
  VOUCHER: IconTicket,
};

function TenderIcon({ tender }: { tender: Tender }) {
  if (tender.type === 'CARD') return <TerminalIcon />;
  if (tender.qr) return <BrandIcon provider={tender.qr.provider} />;
  const Icon = ICONS[tender.type] ?? IconCash;
  return <Icon size={24} stroke={1.6} aria-hidden />;
}

interface TenderTilesProps {
  tenders: readonly Tender[];
  chosen: Tender | undefined;
  currency: Currency;
  onChoose: (tender: Tender) => void;
}

/** The ways of paying. Those that cannot be used now stay in their place and say why. */
export function TenderTiles({ tenders, chosen, currency, onChoose }: TenderTilesProps) {
  const { t, i18n } = useTranslation('payment');
  const unavailable = useUnavailable();
  const hint = useHint(currency);
  return (
    <div className={css.tiles} role="group" aria-label={t('how')}>
      {tenders.map((tender) => {
        // A terminal that was silent a minute ago may answer now: only a refusal blocks the tile.
        const isBlocked = tender.refusal !== null;
        const reason = unavailable(tender);
        return (
          <button
            key={tender.code}
            type="button"
            className={cx(css.tile, tender === chosen && css.tileOn, isBlocked && css.tileOff)}
            aria-pressed={tender === chosen}
            aria-disabled={isBlocked || undefined}
            onClick={() => (isBlocked && reason ? showNotice('warning', reason) : onChoose(tender))}
          >
            <TenderIcon tender={tender} />
            <span>
              <b>{tender.type === 'CARD' ? t('tender.card') : tender.code === 'CASH' ? t('tender.cash') : tenderName(tender, i18n.language)}</b>
              <span className={cx(css.tileHint, reason !== null && !isBlocked && css.tileWarn)}>{reason ?? hint(tender)}</span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
