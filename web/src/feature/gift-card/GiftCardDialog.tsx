import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#/api/permission';
import { errorText, refusalText } from '#/api/refusal';
import type { Money } from '#/api/types';
import { currencySymbol, formatMoney, parseAmount } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { BalanceCard } from './BalanceCard';
import { CardEntry } from './CardEntry';
import css from './GiftCard.module.css';
import { useCheckAvailable, useCheckCard, useSellCard, useTopUpCard, type AvailableCard, type CheckedCard } from './queries';

interface AmountStepProps {
  label: string;
  button: string;
  minimum: Money;
  maximum: Money;
  isBusy: boolean;
  error: Error | null;
  onAmount: (amount: Money) => void;
}

/** How much is put on a card: asked once it is certain that it can be. */
function AmountStep({ label, button, minimum, maximum, isBusy, error, onAmount }: AmountStepProps) {
  const { t } = useTranslation('giftCard');
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { currency } = minimum;
  const minor = parseAmount(text, currency);
  const missing = isChecked && minor === null ? t('amountMissing') : undefined;
  const act = (): void => {
    setChecked(true);
    if (minor !== null && !isBusy) onAmount({ minor, currency });
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
      <TextField
        label={label}
        isLarge
        isRequired
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        unit={currencySymbol(currency).trim()}
        help={t('bounds', { minimum: formatMoney(minimum), maximum: formatMoney(maximum) })}
        error={missing ?? (error ? errorText(error) : undefined)}
        value={text}
        onChange={(event) => setText(event.target.value.replaceAll(/[^\d.,]/g, ''))}
      />
      <Button variant="primary" size="lg" isWide type="submit" isBusy={isBusy}>
        {button}
      </Button>
    </form>
  );
}

interface PartProps {
  /** The number that was scanned. */
  cardNo: string;
  onDone: () => void;
}

function SellStep({ card, lineId, onDone }: { card: AvailableCard; lineId: string | null; onDone: () => void }) {
  const { t } = useTranslation('giftCard');
  const sell = useSellCard();
  const onSuccess = (): void => {
    showNotice('success', t('inBasket', { card: card.lastFour }));
    onDone();
  };
  return (
    <>
      <Note tone="emerald" role="status">
        {t('available', { card: card.lastFour })}
      </Note>
      <AmountStep
        label={t('amount')}
        button={t('sell')}
        minimum={card.minimum}
        maximum={card.maximum}
        isBusy={sell.isPending}
        error={sell.error}
        onAmount={(amount) => sell.mutate({ lineId, reference: card.reference, amount }, { onSuccess })}
      />
    </>
  );
}

function SellPart({ cardNo, lineId, onDone }: PartProps & { lineId: string | null }) {
  const { t } = useTranslation('giftCard');
  const check = useCheckAvailable();
  if (check.data) return <SellStep card={check.data} lineId={lineId} onDone={onDone} />;
  return (
    <CardEntry
      start={cardNo}
      label={t('checkAvailable')}
      isByMail={false}
      isBusy={check.isPending}
      error={check.error}
      onEnter={(card) => check.mutate(card)}
    />
  );
}

function TopUpStep({ card, reference, onDone }: { card: CheckedCard; reference: string; onDone: () => void }) {
  const { t } = useTranslation('giftCard');
  const topUp = useTopUpCard();
  const onSuccess = (): void => {
    showNotice('success', t('topUpInBasket', { card: card.lastFour }));
    onDone();
  };
  return (
    <AmountStep
      label={t('topUpAmount')}
      button={t('topUp')}
      minimum={card.topUp.minimum}
      maximum={card.topUp.maximum}
      isBusy={topUp.isPending}
      error={topUp.error}
      onAmount={(amount) => topUp.mutate({ reference, amount }, { onSuccess })}
    />
  );
}

function CheckPart({ cardNo, canTopUp, onDone }: PartProps & { canTopUp: boolean }) {
  const { t } = useTranslation('giftCard');
  const check = useCheckCard();
  const card = check.data;
  if (!card) {
    return (
      <CardEntry
        start={cardNo}
        label={t('check')}
        isByMail
        isBusy={check.isPending}
        error={check.error}
        onEnter={(entered) => check.mutate(entered)}
      />
    );
  }
  return (
    <div className={css.entry}>
      <BalanceCard lastFour={card.lastFour} money={card.balance} expiresOn={card.expiresOn} />
      {card.refusal ? (
        <Note tone="citrine">{refusalText(card.refusal)}</Note>
      ) : (
        <Note tone="champagne">{t('useAtPayment')}</Note>
      )}
      {canTopUp && card.reference && !card.topUp.refusal && <TopUpStep card={card} reference={card.reference} onDone={onDone} />}
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
  /** The number of a card that was scanned: what is on it comes first then. */
  cardNo?: string;
  onClose: () => void;
}

/** Sell a card, see what is on one, or put more on it. A card pays on the payment page. */
export function GiftCardDialog({ lineId, canSell, cardNo = '', onClose }: GiftCardDialogProps) {
  const { t } = useTranslation('giftCard');
  const maySell = useMay('giftcard.sell') && canSell;
  const [part, setPart] = useState<'sell' | 'check'>(cardNo === '' ? 'sell' : 'check');
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
        {shown === 'sell' ? (
          <SellPart cardNo={cardNo} lineId={lineId} onDone={onClose} />
        ) : (
          <CheckPart cardNo={cardNo} canTopUp={maySell} onDone={onClose} />
        )}
      </div>
    </Dialog>
  );
}
