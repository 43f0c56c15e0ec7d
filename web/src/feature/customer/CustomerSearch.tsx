import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '#/api/client';
import { errorText } from '#/api/refusal';
import type { Customer, CustomerHit } from '#/api/types';
import { formatDay } from '#/lib/date';
import { initials } from '#/lib/text';
import { Avatar } from '#/ui/Avatar';
import { Button } from '#/ui/Button';
import { DialogContent } from '#/ui/Dialog';
import { EmptyState } from '#/ui/EmptyState';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './CustomerDialog.module.css';
import { isPhoneNumber, NOBODY } from './form';
import { searchQuery } from './queries';

const DEBOUNCE_MS = 250;

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function Hit({ hit, onChoose }: { hit: CustomerHit; onChoose: () => void }) {
  const { t } = useTranslation('customer');
  const facts = [hit.phone, hit.email, hit.country].filter(Boolean).join(' · ');
  return (
    <li>
      <button type="button" className={css.hit} onClick={onChoose}>
        <Avatar size="md">{initials(hit.name)}</Avatar>
        <span className={css.hitText}>
          <b className="trunc">
            <bdi>{hit.name}</bdi>
          </b>
          <span className="t-cap trunc">
            <bdi dir="ltr">{facts}</bdi>
          </span>
        </span>
        {hit.lastVisit && <span className="t-cap num">{t('search.lastVisit', { date: formatDay(hit.lastVisit) })}</span>}
      </button>
    </li>
  );
}

interface CustomerSearchProps {
  hasCustomer: boolean;
  isChoosing: boolean;
  onChoose: (customerId: string | null) => void;
  /** Somebody was kept by their number alone. */
  onKept: (customer: Customer) => void;
  onNew: (typed: string) => void;
  onClose: () => void;
}

/** Nobody was found: a telephone number alone is enough to go on; anything else begins a form. */
function Nobody({ typed, onKept, onNew }: { typed: string } & Pick<CustomerSearchProps, 'onKept' | 'onNew'>) {
  const { t } = useTranslation('customer');
  const keep = useMutation({
    mutationFn: (phoneNo: string) => post('/customer', { body: { profile: { ...NOBODY, phoneNo } }, notice: 'none' }),
    onSuccess: onKept,
  });
  const isNumber = isPhoneNumber(typed);
  return (
    <EmptyState
      piece="pendant"
      title={t('search.none')}
      text={isNumber ? t('search.noneNumber', { number: typed }) : t('search.noneText', { search: typed })}
      actions={
        <div className={css.nobody}>
          {keep.isError && (
            <Note tone="garnet" role="alert">
              {errorText(keep.error)}
            </Note>
          )}
          {isNumber && (
            <Button
              variant="primary"
              size="lg"
              icon={<IconUserPlus size={22} stroke={1.6} />}
              isBusy={keep.isPending}
              onClick={() => keep.mutate(typed)}
            >
              {t('search.newWithNumber')}
            </Button>
          )}
          <Button variant={isNumber ? 'quiet' : 'outline'} onClick={() => onNew(typed)}>
            {isNumber ? t('search.newWithMore') : t('search.newCustomer')}
          </Button>
        </div>
      }
    />
  );
}

/** Finds a customer by name, phone or email. */
export function CustomerSearch({ hasCustomer, isChoosing, onChoose, onKept, onNew, onClose }: CustomerSearchProps) {
  const { t } = useTranslation('customer');
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const term = useDebounced(typed).trim();
  const pages = useInfiniteQuery(searchQuery(term));
  const hits = pages.data?.pages.flatMap((page) => page.items);
  return (
    <DialogContent
      title={t('search.title')}
      onClose={onClose}
      foot={
        <>
          {hasCustomer && (
            <Button variant="quiet" isGrowing isBusy={isChoosing} onClick={() => onChoose(null)}>
              {t('search.without')}
            </Button>
          )}
          {hits?.length !== 0 && (
            <Button isGrowing icon={<IconUserPlus size={22} stroke={1.6} />} onClick={() => onNew(typed)}>
              {t('search.newCustomer')}
            </Button>
          )}
        </>
      }
    >
      <TextField
        label={t('search.field')}
        isLarge
        autoFocus
        data-autofocus
        start={<IconSearch size={22} stroke={1.6} aria-hidden="true" />}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') list.current?.querySelector('button')?.focus();
        }}
      />
      <div className={css.results}>
        {term === '' && <EmptyState title={t('search.start')} text={t('search.startText')} />}
        {pages.isLoading && (
          <Loading>
            <Bone height={64} radius={10} />
          </Loading>
        )}
        {pages.isError && <Note tone="garnet" role="alert">{`${t('search.failed')}. ${errorText(pages.error)}`}</Note>}
        {hits?.length === 0 && <Nobody key={term} typed={term} onKept={onKept} onNew={onNew} />}
        <p className="sr" role="status">
          {hits && hits.length > 0 ? t('search.results', { count: hits.length }) : ''}
        </p>
        <ul ref={list}>
          {hits?.map((hit) => (
            <Hit key={hit.customerId} hit={hit} onChoose={() => onChoose(hit.customerId)} />
          ))}
        </ul>
        {pages.hasNextPage && (
          <Button variant="quiet" isWide isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('search.more')}
          </Button>
        )}
      </div>
    </DialogContent>
  );
}
