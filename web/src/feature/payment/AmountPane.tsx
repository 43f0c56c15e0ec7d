import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, refusalText } from '#/api/refusal';
import type { Payment, Tender } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { Button } from '#/ui/Button';
import { AmountEntry } from './AmountEntry';
import { steadyNow } from './clock';
import type { TenderTypePaneProps } from './contract';
import css from './Payment.module.css';
import { useBookTender, useStartAttempt } from './queries';
import { amountRefusal, closingOf } from './tender-choice';
import { amountKey, minorOf, offered, press, type AmountKey, type TypedAmount } from './typed-amount';
import { IdentityField, useIdentity } from './use-identity';
import { amountInText } from './words';

/** What the primary button will do, in words with its amounts. */
function useActionLabel(): (tender: Tender, payment: Payment, minor: number) => string {
  const { t } = useTranslation('payment');
  return (tender, payment, minor) => {
    const closing = closingOf(tender, payment);
    const amount = amountInText({ ...closing, minor });
    const over = minor - closing.minor;
    const rest = amountInText({ ...closing, minor: payment.remaining.minor - minor });
    const isPart = over < 0 && minor > 0;
    if (tender.type === 'CARD') return isPart ? t('action.sendPart', { amount, rest }) : t('action.send', { amount });
    if (isPart) return t('action.takePart', { amount, rest });
    if (over > 0) return t('action.takeChange', { amount, change: amountInText({ ...closing, minor: over }) });
    return t('action.takeExact', { amount });
  };
}

/** The key that opened the payment, pressed twice or held, must not send it. */
const CALM_MS = 600;
/** After a part is booked the rest is offered on the same button: a second press that was meant for the first must not take it. */
const CALM_AFTER_PART_MS = 1_000;

/** Whether a part was booked a moment ago. */
export function useCalm(isAfterPart: boolean): boolean {
  const [isCalm, setCalm] = useState(isAfterPart);
  useEffect(() => {
    if (!isCalm) return undefined;
    const timer = setTimeout(() => setCalm(false), CALM_AFTER_PART_MS);
    return () => clearTimeout(timer);
  }, [isCalm]);
  return isCalm;
}

/** Digits, comma, dot, Backspace, Enter and F9 do what the pad does, wherever the focus is. */
export function useAmountKeys(onKey: (key: AmountKey) => void, onEnter: () => void, isOn = true): void {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = steadyNow();
  }, []);
  const handle = useEffectEvent((event: KeyboardEvent): void => {
    if (!isOn || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const isButton = event.target instanceof HTMLElement && event.target.closest('button,a,select') !== null;
    if (event.key === 'F9' || (event.key === 'Enter' && !isButton)) {
      event.preventDefault();
      if (!event.repeat && steadyNow() - shownAt.current >= CALM_MS) onEnter();
      return;
    }
    const key = amountKey(event.key);
    if (key === null) return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handle(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** What is typed of an amount, and why it cannot be taken. */
export function useTypedAmount({ tender, payment }: Pick<TenderTypePaneProps, 'tender' | 'payment'>) {
  const { currency } = payment.due;
  const [typed, setTyped] = useState<TypedAmount | null>(null);
  const shown = typed ?? offered(closingOf(tender, payment).minor, currency);
  const minor = minorOf(shown, currency);
  const local = tender.refusal ?? amountRefusal(tender, payment, minor);
  const isTouched = typed !== null && !typed.isOffered;
  return {
    shown,
    minor,
    /** Why it cannot be taken. */
    local,
    /** The same in words, once it was typed or asked for. */
    problem: local && (isTouched || tender.refusal) ? refusalText(local) : null,
    set: setTyped,
    insist: () => setTyped({ ...shown, isOffered: false }),
  };
}

function useEntry({ tender, payment, isCalm, onAttempt }: TenderTypePaneProps) {
  const { currency } = payment.due;
  const amount = useTypedAmount({ tender, payment });
  const { shown, minor, local } = amount;
  const book = useBookTender(payment.basketId);
  const send = useStartAttempt(payment.basketId);
  const identity = useIdentity();
  const failure = book.error ?? send.error;
  const change = (next: TypedAmount | null): void => {
    book.reset();
    send.reset();
    amount.set(next);
  };
  const act = (): void => {
    if (isCalm || book.isPending || send.isPending) return;
    if (local) {
      amount.insist();
      return;
    }
    const body = { tenderCode: tender.code, amount: { minor, currency } };
    if (tender.type === 'CARD') send.mutate(body, { onSuccess: onAttempt });
    else book.mutate({ ...body, ...identity.body }, { onSuccess: () => amount.set(null), onError: identity.onError });
  };
  const error = failure ? errorText(failure) : amount.problem;
  return {
    shown,
    minor,
    error,
    identity,
    isBlocked: local !== null || isCalm,
    isBusy: book.isPending || send.isPending,
    change,
    key: (key: AmountKey) => change(press(shown, key, currency)),
    act,
  };
}

/** How much is taken with a tender that needs nothing but an amount: cash, a card. */
export function AmountPane(props: TenderTypePaneProps) {
  const { tender, payment } = props;
  const { t } = useTranslation('payment');
  const label = useActionLabel();
  const input = useRef<HTMLInputElement>(null);
  const entry = useEntry(props);
  const { identity } = entry;
  useAmountKeys(entry.key, entry.act, !identity.isAsked);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useScanTarget({
    refusal: null,
    // What the scanner typed into the amount is no amount.
    onScan: () => {
      entry.change(null);
      playTone('refused');
      showNotice('warning', t('scanRefused'));
    },
  });
  return (
    <div className={css.entry}>
      <AmountEntry
        tender={tender}
        payment={payment}
        typed={entry.shown}
        error={entry.error}
        onChange={entry.change}
        onKey={entry.key}
        inputRef={input}
      />
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
        <span>{label(tender, payment, entry.minor)}</span>
      </Button>
    </div>
  );
}
