import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import { currencyExponent, currencySymbol, formatMinor, parseAmount } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { useScanTarget } from '#/lib/scan';
import { useShortcuts } from '#/lib/shortcut';
import { playTone } from '#/lib/sound';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import type { TenderTypePaneProps } from './contract';
import css from './Payment.module.css';
import { useBookTender } from './queries';
import { amountRefusal } from './tender-choice';
import { amountInText } from './words';

/** The kinds for which paper stands for the money. */
type SlipType = 'CHEQUE' | 'TRANSFER' | 'MALL';

interface Slip {
  amount: string;
  bank: string;
  reference: string;
  identity: string;
}

function useSlip({ tender, payment, isCalm }: TenderTypePaneProps) {
  const { currency } = payment.due;
  const [slip, setSlip] = useState<Slip>({
    amount: formatMinor(payment.remaining.minor, currencyExponent(currency)).replaceAll(',', ''),
    bank: '',
    reference: '',
    identity: '',
  });
  const [isInsisted, setInsisted] = useState(false);
  const book = useBookTender(payment.basketId);
  const asks = (field: 'BANK' | 'REFERENCE' | 'IDENTITY'): boolean => tender.fields.includes(field);
  const minor = parseAmount(slip.amount, currency) ?? 0;
  const local = tender.refusal ?? amountRefusal(tender, payment, minor);
  const missing = (['bank', 'reference', 'identity'] as const).filter(
    (name) => asks(name.toUpperCase() as 'BANK') && slip[name].trim() === '',
  );
  const refused = book.error instanceof ApiError ? (book.error.refusal?.field ?? null) : null;
  const act = (): void => {
    if (isCalm || book.isPending) return;
    setInsisted(true);
    if (local || missing.length > 0) return;
    const text = (name: 'bank' | 'reference' | 'identity') => (asks(name.toUpperCase() as 'BANK') ? { [name]: slip[name] } : {});
    book.mutate({ tenderCode: tender.code, amount: { minor, currency }, ...text('bank'), ...text('reference'), ...text('identity') });
  };
  return {
    slip,
    minor,
    asks,
    act,
    isBusy: book.isPending,
    isBlocked: isCalm || local !== null || missing.length > 0,
    amountError: local && isInsisted ? refusalText(local) : refused === 'amount' && book.error ? errorText(book.error) : undefined,
    isMissing: (name: 'bank' | 'reference' | 'identity') => isInsisted && missing.includes(name),
    errorOf: (name: string) => (refused === name && book.error ? errorText(book.error) : undefined),
    elsewhere: book.error && !['amount', 'bank', 'reference', 'identity'].includes(refused ?? '') ? errorText(book.error) : null,
    set: (part: Partial<Slip>) => {
      book.reset();
      setSlip({ ...slip, ...part });
    },
  };
}

/** A cheque, a transfer, the slip of a mall: what is written on it, and how much. */
export function SlipPane(props: TenderTypePaneProps) {
  const { tender, payment } = props;
  const { t } = useTranslation('payment');
  const { currency } = payment.due;
  const entry = useSlip(props);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  useShortcuts({ F9: entry.act });
  useScanTarget({
    refusal: null,
    onScan: () => {
      playTone('refused');
      showNotice('warning', t('scanRefused'));
    },
  });
  const field = (name: 'bank' | 'reference' | 'identity', label: string, isFirst: boolean) => (
    <TextField
      label={label}
      isRequired
      autoComplete="off"
      dir="auto"
      maxLength={name === 'identity' ? 100 : 60}
      {...(isFirst ? { ref: first } : {})}
      help={name === 'identity' ? t('slip.identityHelp') : undefined}
      error={entry.isMissing(name) ? t('slip.missing') : entry.errorOf(name)}
      value={entry.slip[name]}
      onChange={(event) => entry.set({ [name]: event.target.value })}
    />
  );
  const amount = amountInText({ minor: entry.minor, currency });
  const rest = payment.remaining.minor - entry.minor;
  const label = rest > 0 ? t('slip.takePart', { amount, rest: amountInText({ minor: rest, currency }) }) : t('slip.take', { amount });
  return (
    <form
      className={css.entry}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        entry.act();
      }}
    >
      <TextField
        label={t('slip.amount')}
        isLarge
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        unit={currencySymbol(currency).trim()}
        error={entry.amountError}
        value={entry.slip.amount}
        onFocus={(event) => event.target.select()}
        onChange={(event) => entry.set({ amount: event.target.value.replaceAll(/[^\d.,]/g, '') })}
      />
      {entry.asks('BANK') && field('bank', t('slip.bank'), true)}
      {entry.asks('REFERENCE') && field('reference', t(`slip.number.${tender.type as SlipType}`), !entry.asks('BANK'))}
      {entry.asks('IDENTITY') && field('identity', t('slip.identity'), false)}
      {entry.elsewhere && (
        <Note tone="garnet" role="alert">
          {entry.elsewhere}
        </Note>
      )}
      <Button type="submit" variant="primary" size="xl" isWide className={css.action} isBusy={entry.isBusy}>
        <span>{label}</span>
      </Button>
    </form>
  );
}
