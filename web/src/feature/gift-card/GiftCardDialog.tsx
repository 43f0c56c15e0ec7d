import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#/api/permission';
import { errorText, refusalText } from '#/api/refusal';
import { formatMoney, parseAmount } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { currencySymbol } from '#/lib/money';
import { BalanceCard } from './BalanceCard';
import { CardEntry } from './CardEntry';
import css from './GiftCard.module.css';
import { useCheckAvailable, useCheckCard, useSellCard, type AvailableCard } from './queries';

interface AmountStepProps {
  card: AvailableCard;
  lineId: string | null;
  onSold: () => void;
}

/** What the card is sold for: asked once it is certain that it can be. */
function AmountStep({ card, lineId, onSold }: AmountStepProps) {
  const { t } = useTranslation('giftCard');
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const sell = useSellCard();
  const { currency } = card.minimum;
  const minor = parseAmount(text, currency);
  const missing = isChecked && minor === null ? t('amountMissing') : undefined;
  const amount = minor === null ? null : { minor, currency };
  const act = (): void => {
    setChecked(true);
    if (amount === null || sell.isPending) return;
    sell.mutate(
      { lineId, reference: card.reference, amount },
      {
        onSuccess: () => {
          showNotice('success', t('inBasket', { card: card.lastFour }));
          onSold();
        },
      },
    );
  };
  return (
    <form
      className={css.entry}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act();
      }}
    >
      <Note tone="emerald" role="status">
        {t('available', { card: card.lastFour })}
      </Note>
      <TextField
        label={t('amount')}
        isLarge
        isRequired
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        unit={currencySymbol(currency).trim()}
        help={t('bounds', { minimum: formatMoney(card.minimum), maximum: formatMoney(card.maximum) })}
        error={missing ?? (sell.error ? errorText(sell.error) : undefined)}
        value={text}
        onChange={(event) => setText(event.target.value.replaceAll(/[^\d.,]/g, ''))}
      />
      <Button variant="primary" size="lg" isWide type="submit" isBusy={sell.isPending}>
        {t('sell')}
      </Button>
    </form>
  );
}

function SellPart({ lineId, onSold }: Omit<AmountStepProps, 'card'>) {
  const { t } = useTranslation('giftCard');
  const check = useCheckAvailable();
  if (check.data) return <AmountStep card={check.data} lineId={lineId} onSold={onSold} />;
  return (
    <CardEntry label={t('checkAvailable')} isByMail={false} isBusy={check.isPending} error={check.error} onEnter={(card) => check.mutate(card)} />
  );
}

function CheckPart() {
  const { t } = useTranslation('giftCard');
  const check = useCheckCard();
  const card = check.data;
  if (!card) {
    return <CardEntry label={t('check')} isByMail isBusy={check.isPending} error={check.error} onEnter={(entered) => check.mutate(entered)} />;
  }
  return (
    <div className={css.entry}>
      <BalanceCard lastFour={card.lastFour} money={card.balance} expiresOn={card.expiresOn} />
      {card.refusal ? (
        <Note tone="citrine">{refusalText(card.refusal)}</Note>
      ) : (
        <Note tone="champagne">{t('useAtPayment')}</Note>
      )}
      <Button variant="quiet" size="lg" isWide onClick={() => check.reset()}>
        {t('another')}
      </Button>
    </div>
  );
}

interface GiftCardDialogProps {
  /** The line that asks for its card; a new one otherwise. Without a basket nothing is sold. */
  lineId: string | null;
  canSell: boolean;
  onClose: () => void;
}

/** Sell a card, or see what is on one. A card pays on the payment page. */
export function GiftCardDialog({ lineId, canSell, onClose }: GiftCardDialogProps) {
  const { t } = useTranslation('giftCard');
  const maySell = useMay('giftcard.sell') && canSell;
  const [part, setPart] = useState<'sell' | 'check'>('sell');
  const shown = maySell ? part : 'check';
  return (
    <Dialog title={t('title')} onClose={onClose} width={520} isFullOnPhone>
      <div className={css.entry}>
        {maySell && lineId === null && (
          <Segment
            label={t('title')}
            isWide
            value={part}
            options={[
              { value: 'sell', label: t('part.sell') },
              { value: 'check', label: t('part.check') },
            ]}
            onChange={setPart}
          />
        )}
        {shown === 'sell' ? <SellPart lineId={lineId} onSold={onClose} /> : <CheckPart />}
      </div>
    </Dialog>
  );
}
