import { useId, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyExponent, formatInteger, formatMinor, type Currency } from '#/lib/money';
import { cx } from '#/ui/cx';
import { columnText, denominationName, gridMinor, openingDifference, rowMinor, shouldBe, typedPieces, type Pieces, type Target } from './statement';
import css from './Count.module.css';

/** Enter and the arrows lead from row to row, from the last one to the button that saves. */
function moveOn(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const form = event.currentTarget.form;
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input[data-pieces]') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + step];
  if (next) {
    next.focus();
    next.select();
  } else if (event.key === 'Enter') {
    // What is typed next, reason or nothing, stands between the grid and the button.
    form?.querySelector<HTMLElement>('input[data-after-pieces], button[type=submit]')?.focus();
  }
}

interface GridProps {
  currency: Currency;
  denominations: readonly number[];
  pieces: Pieces;
  /** Absent while only what was counted is shown. */
  onChange?: (pieces: Pieces) => void;
}

/** Notes and coins with how many of each there are and what they are worth. */
export function CashGrid({ currency, denominations, pieces, onChange }: GridProps) {
  const { t } = useTranslation('statement');
  const id = useId();
  const exponent = currencyExponent(currency);
  return (
    <>
      <div className={cx(css.row, css.rowHead)} aria-hidden="true">
        <span>{t('count.denomination')}</span>
        <span className={css.pieces}>{t('count.pieces')}</span>
        <span className={css.amount}>{t('count.amount')}</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls without fields is scrolled by key */}
      <div className={css.rows} data-scroll role="group" aria-label={t('count.grid')} tabIndex={onChange ? undefined : 0}>
        {denominations.map((denomination) => {
          const name = denominationName(denomination, currency);
          return (
            <div key={denomination} className={css.row}>
              <label htmlFor={`${id}${denomination}`} className={css.denomination}>
                <bdi dir="ltr">{name}</bdi>
              </label>
              {onChange ? (
                <input
                  id={`${id}${denomination}`}
                  data-pieces
                  className={css.field}
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  enterKeyHint="next"
                  aria-label={t('count.piecesOf', { name })}
                  value={pieces[denomination] ?? ''}
                  onFocus={(event) => event.target.select()}
                  onKeyDown={moveOn}
                  onChange={(event) => onChange({ ...pieces, [denomination]: typedPieces(event.target.value) })}
                />
              ) : (
                <span id={`${id}${denomination}`} className={cx(css.field, css.read)}>
                  {formatInteger(Number(pieces[denomination] ?? 0))}
                </span>
              )}
              <bdi dir="ltr" className={css.amount}>
                {formatMinor(rowMinor(denomination, pieces), exponent)}
              </bdi>
            </div>
          );
        })}
      </div>
    </>
  );
}

function Fact({ name, value, isSum }: { name: string; value: string; isSum?: boolean }) {
  return (
    <div className={cx(css.fact, isSum && css.sum)}>
      <dt>{name}</dt>
      <dd>
        <bdi dir="ltr">{value}</bdi>
      </dd>
    </div>
  );
}

/** What lies in the drawer as it is typed. What should lie there is not known before it is saved. */
export function TypedSum({ currency, denominations, pieces }: GridProps) {
  const { t } = useTranslation('statement');
  return (
    <div className={css.facts} role="status">
      <dl>
        <Fact name={t('count.inDrawer')} value={formatMinor(gridMinor(denominations, pieces), currencyExponent(currency))} isSum />
      </dl>
    </div>
  );
}

/** What lay in the drawer, and what should have. */
export function CountedSum({ target }: { target: Target }) {
  const { t } = useTranslation('statement');
  const { count } = target;
  if (!count) return null;
  const should = shouldBe(target);
  const opening = openingDifference(count);
  return (
    <dl className={css.facts}>
      <Fact name={t('count.float')} value={columnText(count.openingFloat)} />
      {opening.minor !== 0 && <Fact name={t('count.openingDifference')} value={columnText(opening)} />}
      {count.takenBefore.minor !== 0 && <Fact name={t('count.takenBefore')} value={columnText({ ...count.takenBefore, minor: -count.takenBefore.minor })} />}
      {count.added.minor !== 0 && <Fact name={t('count.added')} value={columnText(count.added)} />}
      {count.removed.minor !== 0 && <Fact name={t('count.removed')} value={columnText({ ...count.removed, minor: -count.removed.minor })} />}
      {count.movedSince.minor !== 0 && <Fact name={t('count.movedSince')} value={columnText(count.movedSince)} />}
      {should && <Fact name={t('count.shouldBe')} value={columnText(should)} />}
      <Fact name={t('count.inDrawer')} value={columnText(count.content)} isSum />
    </dl>
  );
}
