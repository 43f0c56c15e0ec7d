import { useTranslation } from 'react-i18next';
import { cardName } from '#/lib/card';
import { formatDay } from '#/lib/date';
import { formatMoney } from '#/lib/money';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { SelectField } from '#/ui/SelectField';
import { Amounts } from './FormBody';
import type { StepProps } from './ReceiptsStep';
import css from './TaxFree.module.css';

/** How the money comes back, and what the form will say. */
export function RefundStep({ draft, offer, quote, change, errorOf }: StepProps) {
  const { t } = useTranslation('taxFree');
  const cards = quote?.cards ?? offer.cards;
  const methods = cards.length > 0 ? (['CARD', 'CASH', 'WALLET'] as const) : (['CASH', 'WALLET'] as const);
  const cashMax = offer.terms?.cashMaximum;
  const methodError = errorOf('method');
  return (
    <div className={css.stack}>
      {quote?.elsewhere.map((other) => (
        <Note key={other.formNo} tone="sapphire">
          {t('elsewhere', { store: other.storeName, formNo: other.formNo })}
        </Note>
      ))}
      <Segment
        label={t('method.title')}
        isWide
        value={draft.method}
        options={methods.map((value) => ({ value, label: t(`method.${value}`) }))}
        onChange={(method) => change({ method })}
      />
      {methodError && (
        <Note tone="garnet" role="alert">
          {methodError}
        </Note>
      )}
      {draft.method === 'CARD' && (
        <SelectField label={t('card')} value={draft.cardId} error={errorOf('cardId')} onChange={(cardId) => change({ cardId })}>
          {cards.map((card) => (
            <option key={card.cardId} value={card.cardId}>
              {cardName(card.brand, card.last4)}
            </option>
          ))}
        </SelectField>
      )}
      {draft.method === 'WALLET' && (
        <TextField
          label={t('wallet')}
          isRequired
          dir="ltr"
          value={draft.wallet}
          error={errorOf('wallet')}
          onChange={(event) => change({ wallet: event.target.value })}
        />
      )}
      {draft.method === 'CASH' && cashMax && <Note tone="neutral">{t('cashMaximum', { maximum: formatMoney(cashMax) })}</Note>}
      {quote?.amounts && <Amounts amounts={quote.amounts} isFee />}
      {quote?.lastDay && <Note tone="neutral">{t('lastDayIs', { date: formatDay(quote.lastDay) })}</Note>}
    </div>
  );
}
