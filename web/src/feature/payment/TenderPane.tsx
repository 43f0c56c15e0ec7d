import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tenderQuery } from '#/api/queries';
import { errorText, refusalText } from '#/api/refusal';
import type { Attempt, Payment, Tender } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { Button } from '#/ui/Button';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import { AmountEntry } from './AmountEntry';
import { steadyNow } from './clock';
import css from './Payment.module.css';
import { useBookTender, useStartAttempt } from './queries';
import { amountRefusal, closingOf, tiles } from './tender-choice';
import { TenderTiles } from './TenderTiles';
import { amountKey, minorOf, offered, press, type AmountKey, type TypedAmount } from './typed-amount';
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

/** Digits, comma, dot, Backspace, Enter and F9 do what the pad does, wherever the focus is. */
function useAmountKeys(onKey: (key: AmountKey) => void, onEnter: () => void): void {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = steadyNow();
  }, []);
  const handle = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
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

interface EntryProps {
  payment: Payment;
  tenders: readonly Tender[];
  /** Chosen before, so that the next part starts where the last one was. */
  preferred: string | null;
  onPrefer: (tenderCode: string) => void;
  onAttempt: (attempt: Attempt) => void;
}

function useEntry({ payment, tenders, preferred, onPrefer, onAttempt }: EntryProps) {
  const { currency } = payment.due;
  const chosen = tenders.find((tender) => tender.code === preferred) ?? tenders.find((tender) => tender.refusal === null) ?? tenders[0];
  const [typed, setTyped] = useState<TypedAmount | null>(null);
  const closing = chosen ? closingOf(chosen, payment).minor : 0;
  const shown = typed ?? offered(closing, currency);
  const minor = minorOf(shown, currency);
  const book = useBookTender(payment.basketId);
  const send = useStartAttempt(payment.basketId);
  const failure = book.error ?? send.error;
  const local = chosen ? (chosen.refusal ?? amountRefusal(chosen, payment, minor)) : null;
  const isTouched = typed !== null && !typed.isOffered;
  const change = (next: TypedAmount | null): void => {
    book.reset();
    send.reset();
    setTyped(next);
  };
  const act = (): void => {
    if (!chosen || book.isPending || send.isPending) return;
    if (local) {
      setTyped({ ...shown, isOffered: false });
      return;
    }
    const body = { tenderCode: chosen.code, amount: { minor, currency } };
    if (chosen.type === 'CARD') send.mutate(body, { onSuccess: onAttempt });
    else book.mutate(body, { onSuccess: () => setTyped(null) });
  };
  const error = failure ? errorText(failure) : local && (isTouched || chosen?.refusal) ? refusalText(local) : null;
  return {
    chosen,
    shown,
    minor,
    error,
    isBlocked: local !== null,
    isBusy: book.isPending || send.isPending,
    choose: (tender: Tender) => {
      onPrefer(tender.code);
      change(null);
    },
    change,
    key: (key: AmountKey) => change(press(shown, key, currency)),
    act,
  };
}

function TenderEntry(props: EntryProps) {
  const { payment, tenders } = props;
  const { t } = useTranslation('payment');
  const label = useActionLabel();
  const input = useRef<HTMLInputElement>(null);
  const entry = useEntry(props);
  const { chosen, minor } = entry;
  useAmountKeys(entry.key, entry.act);
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
  if (!chosen) return <EmptyState title={t('tender.none')} text={t('tender.noneText')} />;
  return (
    <>
      <div className={css.ways}>
        <h3 className="t-label">{t('how')}</h3>
        <TenderTiles
          tenders={tenders}
          chosen={chosen}
          currency={payment.due.currency}
          onChoose={(tender) => {
            entry.choose(tender);
            input.current?.focus();
          }}
        />
      </div>
      <div className={css.entry}>
        <AmountEntry
          tender={chosen}
          payment={payment}
          typed={entry.shown}
          error={entry.error}
          onChange={entry.change}
          onKey={entry.key}
          inputRef={input}
        />
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
          <span>{label(chosen, payment, minor)}</span>
        </Button>
      </div>
    </>
  );
}

type TenderPaneProps = Omit<EntryProps, 'tenders'>;

/** How the customer pays, and how much. */
export function TenderPane(props: TenderPaneProps) {
  const { t } = useTranslation('payment');
  const tenders = useQuery(tenderQuery);
  if (tenders.isError && !tenders.data) {
    return <ErrorState title={t('tender.failed')} text={errorText(tenders.error)} onRetry={() => void tenders.refetch()} />;
  }
  if (!tenders.data) {
    return (
      <div className={css.waysLoading}>
        <Loading>
          <Bone height={92} radius={14} />
        </Loading>
      </div>
    );
  }
  return <TenderEntry key={props.payment.remaining.minor} {...props} tenders={tiles(tenders.data)} />;
}
