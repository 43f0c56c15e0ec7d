import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { errorText } from '#/api/refusal';
import type { TaxFreeOffer, TaxFreeQuote, TaxFreeReceipt } from '#/api/types';
import { formatDay } from '#/lib/date';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { Segment } from '#/ui/Segment';
import type { Draft } from './draft';
import { Amounts } from './FormBody';
import { CountrySelect } from './CountrySelect';
import { countriesQuery } from './queries';
import css from './TaxFree.module.css';

export interface StepProps {
  draft: Draft;
  offer: TaxFreeOffer;
  quote: TaxFreeQuote | undefined;
  change: (part: Partial<Draft>) => void;
  errorOf: (field: string) => string | undefined;
}

interface ReceiptProps {
  receipt: TaxFreeReceipt;
  isOn: boolean;
  isFixed: boolean;
  onChange: (isOn: boolean) => void;
}

function Receipt({ receipt, isOn, isFixed, onChange }: ReceiptProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={css.receipt}>
      <input id={id} type="checkbox" checked={isOn} disabled={isFixed} onChange={(event) => onChange(event.target.checked)} />
      <span>
        <bdi dir="ltr" className="t-strong">
          {receipt.receiptNo}
        </bdi>
        <br />
        <bdi dir="ltr" className="t-cap">
          {formatDay(receipt.purchasedOn)}
        </bdi>
      </span>
      <Amount money={receipt.gross} className="t-strong" />
    </label>
  );
}

/** Another receipt of the same traveller, by its number: typed or scanned. */
function AddReceipt({ onFound }: { onFound: (receipt: TaxFreeReceipt) => void }) {
  const { t } = useTranslation('taxFree');
  const [number, setNumber] = useState('');
  const finding = useMutation({
    mutationFn: (receiptNo: string) => get('/tax-free/receipt/{receiptNo}', { path: { receiptNo }, notice: 'none' }),
    onSuccess: (receipt) => {
      onFound(receipt);
      setNumber('');
    },
  });
  const find = (): void => {
    if (number.trim() !== '') finding.mutate(number.trim());
  };
  return (
    <div className={css.add}>
      <TextField
        label={t('addReceipt')}
        dir="ltr"
        autoComplete="off"
        value={number}
        error={finding.error ? errorText(finding.error) : undefined}
        onChange={(event) => setNumber(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && find()}
      />
      <Button variant="quiet" size="lg" isBusy={finding.isPending} onClick={find}>
        {t('add')}
      </Button>
    </div>
  );
}

/** Where the traveller lives. */
export function Residence({ draft, offer, change, errorOf }: StepProps) {
  const { t } = useTranslation('taxFree');
  const { data: areas = [] } = useQuery(countriesQuery);
  const residents = offer.terms?.residentCountries ?? [];
  const countries = areas.map(({ country }) => country).filter((code) => !offer.isShowOptionOfEU || !residents.includes(code));
  return (
    <>
      {offer.isShowOptionOfEU && (
        <Segment
          label={t('eu.question')}
          isWide
          value={draft.livesInEu === null ? 'ASK' : draft.livesInEu ? 'EU' : 'OTHER'}
          options={[
            { value: 'OTHER', label: t('eu.outside') },
            { value: 'EU', label: t('eu.inside') },
          ]}
          onChange={(answer) => change({ livesInEu: answer === 'EU' })}
        />
      )}
      <CountrySelect
        label={t('field.residenceCountry')}
        codes={countries}
        preferred={offer.preferredCountries}
        value={draft.traveller.residenceCountry}
        error={errorOf('residenceCountry')}
        onChange={(residenceCountry) => change({ traveller: { ...draft.traveller, residenceCountry } })}
      />
    </>
  );
}

/** What can go on the form, and whether this traveller may: nobody needs a passport for it. */
export function ReceiptsStep(props: StepProps) {
  const { draft, offer, quote, change } = props;
  const { t } = useTranslation('taxFree');
  const [added, setAdded] = useState<TaxFreeReceipt[]>([]);
  const receipts = [...offer.receipts, ...added.filter(({ orderId }) => !offer.receipts.some((known) => known.orderId === orderId))];
  return (
    <>
      <Residence {...props} />
      <div className={css.stack} role="group" aria-label={t('receipts')}>
        {receipts.map((receipt, index) => (
          <Receipt
            key={receipt.orderId}
            receipt={receipt}
            isFixed={index === 0}
            isOn={draft.orderIds.includes(receipt.orderId)}
            onChange={(isOn) =>
              change({
                orderIds: isOn ? [...draft.orderIds, receipt.orderId] : draft.orderIds.filter((id) => id !== receipt.orderId),
              })
            }
          />
        ))}
        <AddReceipt
          onFound={(receipt) => {
            setAdded((known) => [...known.filter(({ orderId }) => orderId !== receipt.orderId), receipt]);
            if (!draft.orderIds.includes(receipt.orderId)) change({ orderIds: [...draft.orderIds, receipt.orderId] });
          }}
        />
      </div>
      {quote?.amounts && <Amounts amounts={quote.amounts} />}
    </>
  );
}
