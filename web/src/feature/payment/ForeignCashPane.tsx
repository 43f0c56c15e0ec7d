import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, refusalText } from '#/api/refusal';
import { formatDay } from '#/lib/date';
import { showNotice } from '#/lib/notice';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { Button } from '#/ui/Button';
import { Note } from '#/ui/Note';
import { AmountEntry } from './AmountEntry';
import { useAmountKeys } from './AmountPane';
import type { TenderTypePaneProps } from './contract';
import { inCoins, inForeign, rateText, worthOf, type ForeignCash } from './foreign';
import css from './Payment.module.css';
import { useBookTender } from './queries';
import { amountRefusal } from './tender-choice';
import { minorOf, offered, press, type AmountKey, type TypedAmount } from './typed-amount';
import { IdentityField, useIdentity } from './use-identity';
import { amountInText } from './words';

function useForeignEntry({ tender, payment, isCalm }: TenderTypePaneProps, foreign: ForeignCash) {
  const shadow = inForeign(payment, foreign);
  const { currency } = foreign;
  const [typed, setTyped] = useState<TypedAmount | null>(null);
  const shown = typed ?? offered(shadow.remaining.minor, currency);
  const minor = minorOf(shown, currency);
  const worth = worthOf(minor, foreign, payment.due.currency);
  const local = tender.refusal ?? amountRefusal(tender, payment, worth.minor);
  const isTouched = typed !== null && !typed.isOffered;
  const book = useBookTender(payment.basketId);
  const identity = useIdentity();
  const change = (next: TypedAmount | null): void => {
    book.reset();
    setTyped(next);
  };
  const act = (): void => {
    if (isCalm || book.isPending) return;
    if (local) {
      setTyped({ ...shown, isOffered: false });
      return;
    }
    const body = { tenderCode: tender.code, amount: { minor, currency }, rate: foreign.rate, ...identity.body };
    book.mutate(body, { onSuccess: () => setTyped(null), onError: identity.onError });
  };
  return {
    shadow,
    shown,
    minor,
    worth,
    identity,
    error: book.error ? errorText(book.error) : local && isTouched ? refusalText(local) : null,
    isBlocked: local !== null || isCalm,
    isBusy: book.isPending,
    change,
    key: (key: AmountKey) => change(press(shown, key, currency)),
    act,
  };
}

function ForeignEntry({ foreign, ...props }: TenderTypePaneProps & { foreign: ForeignCash }) {
  const { tender, payment } = props;
  const { t } = useTranslation('payment');
  const input = useRef<HTMLInputElement>(null);
  const entry = useForeignEntry(props, foreign);
  const { worth, identity } = entry;
  useAmountKeys(entry.key, entry.act, !identity.isAsked);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useScanTarget({
    refusal: null,
    onScan: () => {
      entry.change(null);
      playTone('refused');
      showNotice('warning', t('scanRefused'));
    },
  });
  const over = inCoins(Math.max(worth.minor - payment.cashRemaining.minor, 0), tender.roundingStep);
  const rest = payment.remaining.minor - worth.minor;
  const given = amountInText({ minor: entry.minor, currency: foreign.currency });
  const label = (): string => {
    if (worth.minor < payment.cashRemaining.minor) {
      return t('foreign.takePart', { foreign: given, rest: amountInText({ ...worth, minor: Math.max(rest, 0) }) });
    }
    return over > 0 ? t('foreign.takeChange', { foreign: given, change: amountInText({ ...worth, minor: over }) }) : t('foreign.take', { foreign: given });
  };
  return (
    <div className={css.entry}>
      <p className="t-meta" role="status">
        <bdi>
          {t('foreign.worth', {
            amount: amountInText(worth),
            rate: rateText(foreign, payment.due.currency),
            date: formatDay(foreign.validFrom),
          })}
        </bdi>
      </p>
      <AmountEntry tender={tender} payment={entry.shadow} typed={entry.shown} error={entry.error} onChange={entry.change} onKey={entry.key} inputRef={input} />
      {identity.isAsked && <IdentityField value={identity.value} onChange={identity.set} onEnter={entry.act} />}
      <Button
        variant="primary"
        size="xl"
        isWide
        className={css.action}
        isBlocked={entry.isBlocked}
        onBlocked={entry.act}
        isBusy={entry.isBusy}
        onClick={entry.act}
      >
        <span>{label()}</span>
      </Button>
    </div>
  );
}

/** Notes of another currency, by the rate of the day. */
export function ForeignCashPane(props: TenderTypePaneProps) {
  const { tender } = props;
  if (tender.foreign) return <ForeignEntry {...props} foreign={tender.foreign} />;
  return <div className={css.entry}>{tender.refusal && <Note tone="citrine">{refusalText(tender.refusal)}</Note>}</div>;
}
