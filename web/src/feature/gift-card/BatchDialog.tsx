import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '#/api/client';
import { ApiError, errorText } from '#/api/refusal';
import type { Currency } from '#/lib/money';
import { saveFile } from '#/lib/save-file';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { TextArea, TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { SelectField } from '#/ui/SelectField';
import css from './GiftCard.module.css';
import { listKey, type PrintedCard } from './queries';

const CURRENCIES: readonly Currency[] = ['EUR', 'GBP', 'CHF', 'USD', 'CNY', 'HKD', 'MOP', 'TWD', 'SGD', 'AED', 'JPY', 'KRW', 'KWD'];

interface Batch {
  batchCode: string;
  marketCode: string;
  currency: Currency;
}

/** Number and code of each card, for the printer. Both are letters and digits alone. */
function tableOf(cards: readonly PrintedCard[]): Blob {
  const rows = cards.map(({ cardNo, code }) => `${cardNo},${code}`);
  return new Blob([['cardNo,code', ...rows, ''].join('\r\n')], { type: 'text/csv' });
}

function useBatch(onDone: () => void) {
  const client = useQueryClient();
  const onSuccess = (): void => {
    void client.invalidateQueries({ queryKey: listKey });
    onDone();
  };
  const make = useMutation({
    mutationFn: (body: Batch & { count: number }) => post('/gift-card/batch', { body, notice: 'none' }),
    onSuccess: ({ batchCode, cards }) => {
      // The one time that the codes are told: they go into a file at once.
      saveFile(tableOf(cards), `${batchCode}.csv`);
      onSuccess();
    },
  });
  const take = useMutation({
    mutationFn: (body: Batch & { csv: string }) => post('/gift-card/import', { body, notice: 'none' }),
    onSuccess,
  });
  return { make, take };
}

/** New cards: made here for the printer, or taken in as a printer made them. */
export function BatchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('giftCard');
  const { t: ui } = useTranslation();
  const [way, setWay] = useState<'make' | 'take'>('make');
  const [batch, setBatch] = useState<Batch>({ batchCode: '', marketCode: '', currency: 'EUR' });
  const [count, setCount] = useState('100');
  const [csv, setCsv] = useState('');
  const { make, take } = useBatch(onClose);
  const error = way === 'make' ? make.error : take.error;
  const field = error instanceof ApiError ? (error.refusal?.field ?? null) : null;
  const said = (name: string) => (error && field === name ? errorText(error) : undefined);
  const isKnown = field !== null && ['batchCode', 'marketCode', 'count', 'csv'].includes(field);
  const act = (): void => {
    if (make.isPending || take.isPending) return;
    if (way === 'make') make.mutate({ ...batch, count: Number.parseInt(count, 10) || 0 });
    else take.mutate({ ...batch, csv });
  };
  return (
    <Dialog
      title={t('newBatch')}
      onClose={onClose}
      width={560}
      isFullOnPhone
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button variant="primary" size="lg" isGrowing isBusy={make.isPending || take.isPending} onClick={act}>
            {t(way === 'make' ? 'batchMake' : 'batchTake')}
          </Button>
        </>
      }
    >
      <div className={css.entry}>
        <Segment
          label={t('newBatch')}
          isWide
          value={way}
          options={[
            { value: 'make', label: t('batchMake') },
            { value: 'take', label: t('batchTake') },
          ]}
          onChange={setWay}
        />
        <TextField
          label={t('batch')}
          isRequired
          dir="ltr"
          maxLength={20}
          autoComplete="off"
          error={said('batchCode')}
          value={batch.batchCode}
          onChange={(event) => setBatch({ ...batch, batchCode: event.target.value.toUpperCase() })}
        />
        <TextField
          label={t('market')}
          help={t('store.marketHelp')}
          isRequired
          dir="ltr"
          maxLength={20}
          autoComplete="off"
          error={said('marketCode')}
          value={batch.marketCode}
          onChange={(event) => setBatch({ ...batch, marketCode: event.target.value.toUpperCase() })}
        />
        <SelectField
          label={t('currency')}
          value={batch.currency}
          onChange={(chosen) => setBatch({ ...batch, currency: CURRENCIES.find((one) => one === chosen) ?? 'EUR' })}
        >
          {CURRENCIES.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </SelectField>
        {way === 'make' ? (
          <TextField
            label={t('count')}
            help={t('countHelp')}
            isRequired
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            error={said('count')}
            value={count}
            onChange={(event) => setCount(event.target.value.replaceAll(/\D/g, ''))}
          />
        ) : (
          <TextArea
            label={t('table')}
            help={t('tableHelp')}
            isRequired
            dir="ltr"
            rows={6}
            spellCheck={false}
            error={said('csv')}
            value={csv}
            onChange={(event) => setCsv(event.target.value)}
          />
        )}
        {error && !isKnown && (
          <Note tone="garnet" role="alert">
            {errorText(error)}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
