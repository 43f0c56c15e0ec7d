import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBasketChange } from '#/api/basket';
import { post, put } from '#/api/client';
import { errorText } from '#/api/refusal';
import type { CustomerHit } from '#/api/types';
import { formatDay } from '#/lib/date';
import { initials } from '#/lib/text';
import { Avatar } from '#/ui/Avatar';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { EmptyState } from '#/ui/EmptyState';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './CustomerPicker.module.css';

const DEBOUNCE_MS = 250;

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const search = (term: string, signal: AbortSignal): Promise<CustomerHit[]> =>
  post('/customer/search', { body: { term }, signal, isKeyed: false, notice: 'none' });

function Hit({ hit, onChoose }: { hit: CustomerHit; onChoose: () => void }) {
  const { t } = useTranslation('sale');
  const facts = [hit.phone, hit.email, hit.country].filter(Boolean).join(' · ');
  return (
    <li>
      <button type="button" className={css.hit} onClick={onChoose}>
        <Avatar size="md">{initials(hit.name)}</Avatar>
        <span className={css.text}>
          <b className="trunc">
            <bdi>{hit.name}</bdi>
          </b>
          <span className="t-cap trunc">
            <bdi dir="ltr">{facts}</bdi>
          </span>
        </span>
        {hit.lastVisit && <span className="t-cap num">{t('customer.lastVisit', { date: formatDay(hit.lastVisit) })}</span>}
      </button>
    </li>
  );
}

/** Finds a customer by name, phone or email and puts them on the basket. */
export function CustomerPicker({ hasCustomer, onClose }: { hasCustomer: boolean; onClose: () => void }) {
  const { t } = useTranslation('sale');
  const [typed, setTyped] = useState('');
  const results = useRef<HTMLUListElement>(null);
  const term = useDebounced(typed).trim();
  const hits = useQuery({
    queryKey: ['customer-search', term],
    queryFn: ({ signal }) => search(term, signal),
    enabled: term !== '',
    staleTime: 10_000,
  });
  const choose = useBasketChange((customerId: string | null) => put('/basket/customer', { body: { customerId } }));
  const pick = (customerId: string | null): void => choose.mutate(customerId, { onSuccess: onClose });
  return (
    <Dialog
      title={t('customer.title')}
      onClose={onClose}
      width={560}
      isFullOnPhone
      foot={
        hasCustomer && (
          <Button variant="quiet" isWide isBusy={choose.isPending} onClick={() => pick(null)}>
            {t('customer.without')}
          </Button>
        )
      }
    >
      <TextField
        label={t('customer.search')}
        isLarge
        start={<IconSearch size={22} stroke={1.6} aria-hidden="true" />}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') results.current?.querySelector('button')?.focus();
        }}
      />
      <div className={css.results}>
        {term === '' && <EmptyState title={t('customer.start')} text={t('customer.startText')} />}
        {hits.isLoading && (
          <Loading>
            <Bone height={64} radius={10} />
          </Loading>
        )}
        {hits.isError && <Note tone="garnet" role="alert">{`${t('customer.failed')}. ${errorText(hits.error)}`}</Note>}
        {hits.data?.length === 0 && (
          <EmptyState
            piece="pendant"
            title={t('customer.none')}
            text={t('customer.noneText', { search: term })}
            actions={
              <Button variant="quiet" onClick={() => setTyped('')}>
                {t('catalogue.clearSearch')}
              </Button>
            }
          />
        )}
        <p className="sr" role="status">
          {hits.data && hits.data.length > 0 ? t('customer.results', { count: hits.data.length }) : ''}
        </p>
        <ul ref={results}>
          {hits.data?.map((hit) => (
            <Hit key={hit.customerId} hit={hit} onChoose={() => pick(hit.customerId)} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
