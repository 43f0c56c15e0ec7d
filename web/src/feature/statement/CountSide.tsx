import { useEffect, useRef, useState, type FormEvent, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import { formatMinute } from '#/lib/date';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { useTimeZone } from '#/widget/use-time-zone';
import { CashGrid, CountedSum, TypedSum } from './CashGrid';
import { REASON_MAX } from './limits';
import { useCount, type CountRequest, type Statement } from './queries';
import { SlipFacts, SlipFields, type TypedSlips } from './Slips';
import { parseSlips, type Pieces, type Target } from './statement';
import css from './Count.module.css';

type Field = 'denominations' | 'amount' | 'slips' | 'reason';

const NO_SLIPS: TypedSlips = { amount: '', slips: '' };

/** What is typed of a count, and what of it is missing or refused. */
function useEntry(statement: Statement, target: Target, isAgain: boolean, onSaved: (statement: Statement) => void) {
  const { t } = useTranslation('statement');
  const { currency, tenderCode, isCash } = target.tender;
  const [pieces, setPieces] = useState<Pieces>({});
  const [typed, setTyped] = useState(NO_SLIPS);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<Field | null>(null);
  const save = useCount(statement.statementNo, onSaved);
  const amount = parseSlips(typed.amount, currency);
  const refusal = save.error instanceof ApiError ? save.error.refusal : null;
  const missingOf = (): Field | null => {
    if (isCash && Object.values(pieces).every((text) => text === '')) return 'denominations';
    if (!isCash && amount === null) return 'amount';
    if (!isCash && typed.slips === '') return 'slips';
    return isAgain && reason.trim() === '' ? 'reason' : null;
  };
  const wrong = (field: Field): string | false => {
    if (missing === field) return t(`missing.${field}`);
    return refusal?.field === field && errorText(save.error);
  };
  const request = (): CountRequest => {
    const why = isAgain ? { reason: reason.trim() } : {};
    if (!isCash) return { tenderCode, amount: { minor: amount ?? 0, currency }, slips: Number(typed.slips), ...why };
    const denominations = Object.entries(pieces)
      .filter(([, text]) => Number(text) > 0)
      .map(([denomination, text]) => ({ denomination: Number(denomination), pieces: Number(text) }));
    return { tenderCode, terminalNo: target.drawer?.terminalNo ?? null, denominations, ...why };
  };
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      setMissing(null);
      save.reset();
      set(value);
    };
  return {
    pieces,
    setPieces: changing(setPieces),
    typed,
    setTyped: changing(setTyped),
    reason,
    setReason: changing(setReason),
    wrong,
    failure: save.error && !(['denominations', 'amount', 'slips', 'reason'] as const).some((field) => wrong(field)) ? errorText(save.error) : null,
    isBusy: save.isPending,
    submit: (event: FormEvent): void => {
      event.preventDefault();
      if (save.isPending) return;
      const lacks = missingOf();
      setMissing(lacks);
      if (lacks === null) save.mutate(request());
    },
  };
}

/** What is counted, when and by whom it was. */
function Head({ statement, target, ref }: { statement: Statement; target: Target; ref?: Ref<HTMLHeadingElement> }) {
  const { t } = useTranslation('statement');
  const timeZone = useTimeZone();
  const { tender, drawer } = target;
  const isOwn = tender.currency === statement.lineDiscount.currency;
  const named = drawer && t(isOwn ? 'count.drawer' : 'count.foreign', { till: drawer.name, tender: tender.name });
  return (
    <div className={css.head}>
      <h2 ref={ref} tabIndex={-1} className="t-lead">
        <bdi>{named ?? t('count.slipsOf', { tender: tender.name })}</bdi>
      </h2>
      {target.count && (
        <p className="t-cap">
          <bdi>{target.count.countedBy}</bdi>
          {' · '}
          <bdi dir="ltr">{formatMinute(target.count.countedAt, timeZone)}</bdi>
          {target.count.reason && (
            <>
              {' · '}
              <bdi>{target.count.reason}</bdi>
            </>
          )}
        </p>
      )}
    </div>
  );
}

interface EntryProps {
  statement: Statement;
  target: Target;
  isAgain: boolean;
  /** How often something was chosen; with each press the keys lead here. */
  presses: number;
  onSaved: (statement: Statement) => void;
  onCancel: () => void;
}

/** What is typed of a count: notes and coins, or slips. */
export function CountEntry({ statement, target, isAgain, presses, onSaved, onCancel }: EntryProps) {
  const { t } = useTranslation('statement');
  const { t: ui } = useTranslation();
  const { currency, denominations, isCash } = target.tender;
  const entry = useEntry(statement, target, isAgain, onSaved);
  const form = useRef<HTMLFormElement>(null);
  const grid = { currency, denominations, pieces: entry.pieces };
  useEffect(() => {
    if (presses > 0) form.current?.querySelector<HTMLElement>('input')?.focus();
  }, [presses]);
  const wrongPieces = entry.wrong('denominations');
  return (
    <form ref={form} className={css.side} noValidate onSubmit={entry.submit}>
      <section className={css.panel} aria-label={t('count.name')}>
        <Head statement={statement} target={target} />
        {isCash ? (
          <>
            <CashGrid {...grid} onChange={entry.setPieces} />
            <TypedSum {...grid} />
          </>
        ) : (
          <SlipFields
            currency={currency}
            isBelowZero={(target.tender.transactionAmount?.minor ?? 0) < 0}
            typed={entry.typed}
            errors={{ amount: entry.wrong('amount'), slips: entry.wrong('slips') }}
            onChange={entry.setTyped}
          />
        )}
      </section>
      <section className={css.actions} aria-label={t('count.save')}>
        {isAgain && (
          <TextField
            label={t('count.reason')}
            isRequired
            autoComplete="off"
            maxLength={REASON_MAX}
            data-after-pieces
            value={entry.reason}
            error={entry.wrong('reason')}
            onChange={(event) => entry.setReason(event.target.value)}
          />
        )}
        {wrongPieces && (
          <Note tone="garnet" role="alert">
            {wrongPieces}
          </Note>
        )}
        {entry.failure !== null && (
          <Note tone="garnet" role="alert">
            {entry.failure}
          </Note>
        )}
        <div className={css.buttons}>
          {isAgain && (
            <Button variant="quiet" size="lg" onClick={onCancel}>
              {ui('cancel')}
            </Button>
          )}
          <Button variant="primary" size="lg" isGrowing type="submit" isBusy={entry.isBusy}>
            {t('count.save')}
          </Button>
        </div>
      </section>
    </form>
  );
}

interface ShownProps {
  statement: Statement;
  target: Target;
  presses: number;
  /** What can be done next. */
  children: ReactNode;
}

/** A count that is saved, and below what comes next. */
export function CountShown({ statement, target, presses, children }: ShownProps) {
  const { t } = useTranslation('statement');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (presses > 0) title.current?.focus();
  }, [presses]);
  const { currency, denominations, isCash } = target.tender;
  const pieces = Object.fromEntries((target.count?.denominations ?? []).map((row) => [row.denomination, String(row.pieces)]));
  return (
    <div className={css.side}>
      <section className={css.panel} aria-label={t('count.name')}>
        <Head ref={title} statement={statement} target={target} />
        {isCash && <CashGrid currency={currency} denominations={denominations} pieces={pieces} />}
        {isCash ? <CountedSum target={target} /> : <SlipFacts target={target} />}
      </section>
      {children}
    </div>
  );
}
