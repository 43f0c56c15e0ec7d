import { IconPlusMinus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyExponent, currencySymbol, formatInteger, type Currency } from '#/lib/money';
import { pressed } from '#/lib/steps';
import { TextField } from '#/ui/Field';
import { IconButton } from '#/ui/IconButton';
import { Keypad } from '#/ui/Keypad';
import { columnText, PIECES_DIGITS_MAX, typedPieces, type Target } from './statement';
import css from './Count.module.css';

export interface TypedSlips {
  amount: string;
  slips: string;
}

interface SlipFieldsProps {
  currency: Currency;
  /** More went back than came in: the pad has no sign of its own. */
  isBelowZero: boolean;
  typed: TypedSlips;
  errors: { amount: string | false; slips: string | false };
  onChange: (typed: TypedSlips) => void;
}

/** What the slips or the batch of a terminal come to, and how many there are. */
export function SlipFields({ currency, isBelowZero, typed, errors, onChange }: SlipFieldsProps) {
  const { t } = useTranslation('statement');
  const { t: ui } = useTranslation();
  const [field, setField] = useState<keyof TypedSlips>('amount');
  const slips = useRef<HTMLInputElement>(null);
  const exponent = currencyExponent(currency);
  const onKey = (key: Parameters<typeof pressed>[1]): void => {
    const digits = field === 'amount' ? exponent : 0;
    const text = pressed(typed[field], key, digits);
    onChange({ ...typed, [field]: field === 'slips' ? typedPieces(text) : text });
  };
  return (
    <div className={css.slips} data-scroll>
      <TextField
        label={t('count.slipAmount')}
        isRequired
        dir="ltr"
        inputMode="none"
        autoComplete="off"
        data-first
        value={typed.amount}
        error={errors.amount}
        unit={currencySymbol(currency).trim()}
        end={
          isBelowZero && (
            <IconButton
              label={t('count.sign')}
              icon={<IconPlusMinus size={22} stroke={1.6} />}
              onClick={() => onChange({ ...typed, amount: typed.amount.startsWith('-') ? typed.amount.slice(1) : `-${typed.amount}` })}
            />
          )
        }
        onFocus={() => setField('amount')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          slips.current?.focus();
        }}
        onChange={(event) => onChange({ ...typed, amount: event.target.value.replaceAll(/[^\d.,\-\u2212]/g, '') })}
      />
      <TextField
        ref={slips}
        label={t('count.slips')}
        isRequired
        dir="ltr"
        inputMode="none"
        autoComplete="off"
        maxLength={PIECES_DIGITS_MAX}
        value={typed.slips}
        error={errors.slips}
        onFocus={() => setField('slips')}
        onChange={(event) => onChange({ ...typed, slips: typedPieces(event.target.value) })}
      />
      <Keypad
        label={ui('keypad')}
        deleteLabel={ui('deleteDigit')}
        clearLabel={ui('clearDigits')}
        corner={field === 'amount' && exponent > 0 ? 'point' : 'clear'}
        onKey={onKey}
      />
    </div>
  );
}

/** The slips as they were counted. */
export function SlipFacts({ target: { count, tender } }: { target: Target }) {
  const { t } = useTranslation('statement');
  if (!count) return null;
  const facts = [
    [t('column.transactions'), formatInteger(tender.transactionQuantity)],
    [t('count.slips'), formatInteger(count.slips ?? 0)],
    // Of vouchers: what change they gave as vouchers is none of what was taken.
    ...(count.added.minor === 0 ? [] : [[t('count.issued'), columnText(count.added)] as const]),
    [t('column.amount'), tender.transactionAmount ? columnText(tender.transactionAmount) : '–'],
    [t('column.counted'), columnText(count.content)],
  ] as const;
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={css.fact}>
          <dt>{name}</dt>
          <dd>
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
