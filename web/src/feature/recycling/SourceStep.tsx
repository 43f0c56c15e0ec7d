import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { get, post } from '#/api/client';
import { errorText, refusalText } from '#/api/refusal';
import type { CustomerHit, RecyclingKind, RecyclingOrder, RecyclingSetup } from '#/api/types';
import { Button } from '#/ui/Button';
import { ErrorState } from '#/ui/ErrorState';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { isCrmLost } from './queries';
import css from './Recycling.module.css';

export interface Whose {
  customerId: string;
  name: string;
}

interface CustomerChoiceProps {
  customer: Whose | null;
  onChoose: (customer: Whose | null) => void;
}

/** Whose credit it becomes. Without customers nothing is taken back. */
function CustomerChoice({ customer, onChoose }: CustomerChoiceProps) {
  const { t } = useTranslation('recycling');
  const { t: error } = useTranslation('error');
  const [term, setTerm] = useState('');
  const search = useMutation({ mutationFn: () => post('/customer/search', { body: { term }, notice: 'none' }) });
  if (customer) {
    return (
      <div className={css.line}>
        <span className={css.grow}>
          <span className="t-label">{t('customer')}</span>
          <bdi className="t-strong">{customer.name}</bdi>
        </span>
        <Button variant="quiet" onClick={() => onChoose(null)}>
          {t('changeCustomer')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <form
        className={css.line}
        onSubmit={(event) => {
          event.preventDefault();
          search.mutate();
        }}
      >
        <TextField
          className={css.grow}
          label={t('customer')}
          isRequired
          placeholder={t('customerSearch')}
          autoComplete="off"
          dir="auto"
          value={term}
          onChange={(event) => setTerm(event.target.value)}
        />
        <Button variant="quiet" type="submit" isBusy={search.isPending} isBlocked={term.trim() === ''}>
          {t('find')}
        </Button>
      </form>
      {search.error && isCrmLost(search.error) && (
        <ErrorState title={error('recycling.crm_unavailable')} text={errorText(search.error)} onRetry={() => search.mutate()} />
      )}
      {search.error && !isCrmLost(search.error) && (
        <Note tone="garnet" role="alert">
          {errorText(search.error)}
        </Note>
      )}
      {search.data && search.data.items.length === 0 && <p className="mut2">{t('noCustomer')}</p>}
      <ul className={css.hits}>
        {search.data?.items.map((hit: CustomerHit) => (
          <li key={hit.customerId}>
            <button type="button" className={css.hit} onClick={() => onChoose(hit)}>
              <bdi className="t-strong">{hit.name}</bdi>
              <bdi dir="ltr" className="t-cap">
                {[hit.phone, hit.email].filter(Boolean).join(' · ')}
              </bdi>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface SourceStepProps extends CustomerChoiceProps {
  setup: RecyclingSetup;
  kind: RecyclingKind;
  onKind: (kind: RecyclingKind) => void;
  order: RecyclingOrder | null;
  onOrder: (order: RecyclingOrder | null) => void;
}

/** Where the pieces come from, and whose they are. */
export function SourceStep({ setup, kind, onKind, order, onOrder, customer, onChoose }: SourceStepProps) {
  const { t } = useTranslation('recycling');
  const [receiptNo, setReceiptNo] = useState(order?.receiptNo ?? '');
  const find = useMutation({
    mutationFn: () => get('/recycling/order', { query: { receiptNo }, notice: 'none' }),
    onSuccess: onOrder,
  });
  let why: ReactNode = null;
  if (kind === 'NO_ORDER') {
    why = setup.noOrderRefusal ? refusalText(setup.noOrderRefusal) : setup.mayNoOrder ? null : t('mayNotNoOrder');
  }
  return (
    <div className={css.form}>
      <Segment
        label={t('kindLabel')}
        isWide
        value={kind}
        options={[
          { value: 'WITH_ORDER', label: t('kind.WITH_ORDER') },
          { value: 'NO_ORDER', label: t('kind.NO_ORDER') },
        ]}
        onChange={onKind}
      />
      {why && <Note tone="citrine">{why}</Note>}
      {kind === 'WITH_ORDER' && (
        <form
          className={css.line}
          onSubmit={(event) => {
            event.preventDefault();
            find.mutate();
          }}
        >
          <TextField
            className={css.grow}
            label={t('receiptNo')}
            isRequired
            dir="ltr"
            autoComplete="off"
            data-autofocus
            value={receiptNo}
            error={find.error ? errorText(find.error) : undefined}
            onChange={(event) => {
              setReceiptNo(event.target.value);
              onOrder(null);
              find.reset();
            }}
          />
          <Button variant="quiet" type="submit" isBusy={find.isPending} isBlocked={receiptNo.trim() === ''}>
            {t('find')}
          </Button>
        </form>
      )}
      {kind === 'WITH_ORDER' && order && <Note tone="emerald">{t('orderFound', { count: order.lines.length, number: order.receiptNo })}</Note>}
      <CustomerChoice customer={customer} onChoose={onChoose} />
    </div>
  );
}
