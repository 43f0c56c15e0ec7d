import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownBasket, ShownLine } from '#/api/expected-basket';
import { errorText } from '#/api/refusal';
import { currencyExponent, currencySymbol, parseAmount } from '#/lib/money';
import { useScanTarget } from '#/lib/scan';
import { Button } from '#/ui/Button';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { TextField } from '#/ui/Field';
import { useEntry, useFlight } from '../queries';
import { certificateFields, withScanned } from './certificates';
import css from './Deal.module.css';
import { NumberField } from './NumberField';
import { amountText } from './words';

interface FrameProps {
  title: string;
  name?: string;
  isBusy: boolean;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

function EntryFrame({ title, name, isBusy, onSave, onClose, children }: FrameProps) {
  const { t: ui } = useTranslation();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onSave();
  };
  return (
    <DialogFrame onClose={onClose}>
      <form className={css.form} noValidate onSubmit={onSubmit}>
        <DialogContent
          title={title}
          lead={name && <bdi>{name}</bdi>}
          isFootApart
          onClose={onClose}
          foot={
            <>
              <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                {ui('cancel')}
              </Button>
              <Button variant="primary" size="lg" isGrowing type="submit" isBusy={isBusy}>
                {ui('save')}
              </Button>
            </>
          }
        >
          <div className={css.fields}>{children}</div>
        </DialogContent>
      </form>
    </DialogFrame>
  );
}

interface LineEntryProps {
  basket: ShownBasket;
  line: ShownLine;
  onClose: () => void;
}

/** The price of a piece that has none of its own. */
export function KeyedDialog({ basket, line, onClose }: LineEntryProps) {
  const { t } = useTranslation('sale');
  const [text, setText] = useState(line.unitPrice ? amountText(line.unitPrice) : '');
  const [isChecked, setChecked] = useState(false);
  const entry = useEntry();
  const price = parseAmount(text, basket.currency);
  const refused = entry.error ? errorText(entry.error) : undefined;
  return (
    <EntryFrame
      title={t('deal.keyed')}
      name={line.name}
      isBusy={entry.isPending}
      onClose={onClose}
      onSave={() => {
        setChecked(true);
        if (price !== null) entry.mutate({ lineId: line.lineId, price }, { onSuccess: onClose });
      }}
    >
      <NumberField
        label={t('deal.priceOfOne')}
        text={text}
        digits={currencyExponent(basket.currency)}
        unit={currencySymbol(basket.currency).trim()}
        error={isChecked && price === null ? t('deal.valueMissing') : refused}
        onChange={setText}
      />
    </EntryFrame>
  );
}

/** What is repaired, or which piece of its kind is in hand. The scanner may say the latter. */
export function TextDialog({ line, kind, onClose }: LineEntryProps & { kind: 'reference' | 'stockNo' }) {
  const { t } = useTranslation('sale');
  const [text, setText] = useState(kind === 'reference' ? line.reference : line.stockNo);
  const entry = useEntry();
  useScanTarget({ refusal: null, onScan: setText });
  return (
    <EntryFrame
      title={t(`deal.${kind}`)}
      name={line.name}
      isBusy={entry.isPending}
      onClose={onClose}
      onSave={() => entry.mutate({ lineId: line.lineId, [kind]: text.trim() }, { onSuccess: onClose })}
    >
      <TextField
        label={t(`deal.${kind}`)}
        isLarge
        autoComplete="off"
        maxLength={255}
        data-autofocus
        {...(kind === 'stockNo' ? { dir: 'ltr', spellCheck: false } : {})}
        help={kind === 'stockNo' && t('deal.scanHelp')}
        error={entry.error && errorText(entry.error)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </EntryFrame>
  );
}

/** The number of each certificate: a field for each piece; a scan fills the next empty one. */
export function CertificateDialog({ line, onClose }: LineEntryProps) {
  const { t } = useTranslation('sale');
  const [numbers, setNumbers] = useState(() => certificateFields(line.certificateNos, line.quantity));
  const entry = useEntry();
  useScanTarget({ refusal: null, onScan: (code) => setNumbers((known) => withScanned(known, code)) });
  const firstEmpty = Math.max(0, numbers.indexOf(''));
  return (
    <EntryFrame
      title={t('deal.certificate')}
      name={line.name}
      isBusy={entry.isPending}
      onClose={onClose}
      onSave={() =>
        entry.mutate({ lineId: line.lineId, certificateNos: numbers.map((number) => number.trim()).filter(Boolean) }, { onSuccess: onClose })
      }
    >
      {numbers.map((number, index) => (
        <TextField
          // Fields have no other name than their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          label={t('deal.certificateOf', { number: index + 1, total: numbers.length })}
          autoComplete="off"
          dir="ltr"
          spellCheck={false}
          maxLength={255}
          data-autofocus={index === firstEmpty || undefined}
          help={index === numbers.length - 1 && !entry.error && t('deal.scanHelp')}
          error={index === numbers.length - 1 && entry.error && errorText(entry.error)}
          value={number}
          onChange={(event) => setNumbers(numbers.with(index, event.target.value))}
        />
      ))}
    </EntryFrame>
  );
}

/** The customer's flight, where nothing is sold without one. */
export function FlightDialog({ basket, onClose }: { basket: ShownBasket; onClose: () => void }) {
  const { t } = useTranslation('sale');
  const [text, setText] = useState(basket.flightNo);
  const flight = useFlight();
  return (
    <EntryFrame
      title={t('deal.flight')}
      isBusy={flight.isPending}
      onClose={onClose}
      onSave={() => flight.mutate(text.trim(), { onSuccess: onClose })}
    >
      <TextField
        label={t('deal.flightNo')}
        isLarge
        dir="ltr"
        spellCheck={false}
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={255}
        data-autofocus
        error={flight.error && errorText(flight.error)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </EntryFrame>
  );
}
