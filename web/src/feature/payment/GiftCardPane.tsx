import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, refusalText } from '#/api/refusal';
import { currencySymbol, formatMoney, parseAmount } from '#/lib/money';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Switch } from '#/ui/Switch';
import { BalanceCard } from '#/feature/gift-card/BalanceCard';
import { CardEntry } from '#/feature/gift-card/CardEntry';
import { useCheckCard, type CheckedCard } from '#/feature/gift-card/queries';
import type { TenderTypePaneProps } from './contract';
import css from './Payment.module.css';
import { bookTender, keepPayment, MUTATION_KEY, paymentKey } from './queries';
import { amountInText } from './words';

/** Books what is to be taken from a card that was checked. */
function useCard({ tender, payment }: TenderTypePaneProps) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: ({ minor, ...taken }: { minor: number; reference: string; clearsRest: boolean }) =>
      bookTender(payment.basketId, { tenderCode: tender.code, amount: { minor, currency: payment.due.currency }, ...taken }),
    onSuccess: (next) => keepPayment(client, payment.basketId, next),
    // No answer does not mean no booking: look before anything is pressed again.
    onError: () => client.invalidateQueries({ queryKey: paymentKey(payment.basketId) }),
  });
}

function TakeStep({ card, onAnother, ...props }: TenderTypePaneProps & { card: CheckedCard; onAnother: () => void }) {
  const { payment } = props;
  const { t } = useTranslation('giftCard');
  const { currency } = payment.due;
  const most = Math.min(card.balance.minor, payment.remaining.minor);
  const [text, setText] = useState(formatMoney({ minor: most, currency }).replaceAll(/[^\d.]/g, ''));
  const [isGivenUp, setGivenUp] = useState(false);
  const take = useCard(props);
  const minor = parseAmount(text, currency);
  const local = minor === null || minor <= 0 ? refusalText({ key: 'gift_card.amount_not_positive' }) : null;
  const over = minor !== null && minor > most ? t('atMost', { amount: formatMoney({ minor: most, currency }) }) : null;
  // What would be left, where it is little enough to be given up.
  const left = minor === null ? 0 : card.balance.minor - minor;
  const isLittle = left > 0 && left < card.clearableBelow.minor;
  const { reference } = card;
  if (card.refusal || !reference) {
    return (
      <>
        <BalanceCard lastFour={card.lastFour} money={card.balance} expiresOn={card.expiresOn} />
        {card.refusal && (
          <Note tone="garnet" role="alert">
            {refusalText(card.refusal)}
          </Note>
        )}
        <Button variant="quiet" size="lg" isWide onClick={onAnother}>
          {t('another')}
        </Button>
      </>
    );
  }
  const isBlocked = local !== null || over !== null;
  const act = (): void => {
    if (!isBlocked && !take.isPending && minor !== null) take.mutate({ minor, reference, clearsRest: isLittle && isGivenUp });
  };
  return (
    <>
      <BalanceCard lastFour={card.lastFour} money={card.balance} expiresOn={card.expiresOn} />
      <TextField
        label={t('amountOnGiftCard')}
        isLarge
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        unit={currencySymbol(currency).trim()}
        error={local ?? over ?? (take.error ? errorText(take.error) : undefined)}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value.replaceAll(/[^\d.,]/g, ''))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat) act();
        }}
      />
      {isLittle && (
        <Switch
          label={t('clearsRest', { amount: formatMoney({ minor: left, currency }) })}
          help={t('clearsRestHelp')}
          isOn={isGivenUp}
          onChange={setGivenUp}
        />
      )}
      <Note tone="champagne">{t('notReturnable')}</Note>
      <Button variant="quiet" size="lg" isWide onClick={onAnother}>
        {t('another')}
      </Button>
      <Button variant="primary" size="xl" isWide className={css.action} isBlocked={isBlocked} isBusy={take.isPending} onClick={act}>
        <span>{minor === null || isBlocked ? t('use') : t('useAmount', { amount: amountInText({ minor, currency }) })}</span>
      </Button>
    </>
  );
}

/** A gift card pays: number and code, what is on it, and how much of it is taken. */
export function GiftCardPane(props: TenderTypePaneProps) {
  const { t } = useTranslation('giftCard');
  const check = useCheckCard();
  return (
    <div className={css.entry}>
      {props.tender.refusal ? (
        <Note tone="citrine">{refusalText(props.tender.refusal)}</Note>
      ) : check.data ? (
        <TakeStep {...props} card={check.data} onAnother={() => check.reset()} />
      ) : (
        <>
          <CardEntry start={props.scanned} label={t('check')} isByMail isBusy={check.isPending} error={check.error} onEnter={(card) => check.mutate(card)} />
          <Note tone="champagne">{t('notReturnable')}</Note>
        </>
      )}
    </div>
  );
}
