import { IconCash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#/api/refusal';
import type { Money, Tender } from '#/api/types';
import type { Currency } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { cx } from '#/ui/cx';
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
    const step: Money = { minor: tender.roundingStep, currency };
    if (tender.roundingStep > 1) return t('tender.cashRounded', { amount: amountInText(step) });
    return tender.overTenderAllowed ? t('tender.cashHint') : t('tender.cashExactHint');
  };
}

interface TenderTilesProps {
  tenders: readonly Tender[];
  chosen: Tender | undefined;
  currency: Currency;
  onChoose: (tender: Tender) => void;
}

/** The ways of paying. Those that cannot be used now stay in their place and say why. */
export function TenderTiles({ tenders, chosen, currency, onChoose }: TenderTilesProps) {
  const { t } = useTranslation('payment');
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
            {tender.type === 'CARD' ? <TerminalIcon /> : <IconCash size={24} stroke={1.6} aria-hidden="true" />}
            <span>
              <b>{tender.type === 'CARD' ? t('tender.card') : tender.code === 'CASH' ? t('tender.cash') : tender.name}</b>
              <span className={cx(css.tileHint, reason !== null && !isBlocked && css.tileWarn)}>{reason ?? hint(tender)}</span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
