import { IconCheck, IconSearch, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { basketQuery, useBasketChange } from '#/api/basket';
import { put } from '#/api/client';
import { salespeopleQuery } from '#/api/queries';
import { errorText } from '#/api/refusal';
import { fold } from '#/lib/text';
import { Avatar } from '#/ui/Avatar';
import { Bone, Loading } from '#/ui/Skeleton';
import { cx } from '#/ui/cx';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { fullName } from './name';
import css from './SalespersonSelect.module.css';

/** Arrow keys walk through the options, from the search field too. */
function moveFocus(event: KeyboardEvent<HTMLElement>, list: HTMLElement | null): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const options = [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
  const index = options.indexOf(document.activeElement as HTMLElement);
  const next = options[Math.max(0, index + (event.key === 'ArrowDown' ? 1 : -1))];
  event.preventDefault();
  next?.focus();
}

interface SalespersonSelectProps {
  onChosen: () => void;
  /** Several people sell together. */
  onSplit: () => void;
}

/** Who sells: the list of the store, with a search. Choosing writes it into the basket. */
export function SalespersonSelect({ onChosen, onSplit }: SalespersonSelectProps) {
  const { t } = useTranslation('shell');
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const people = useQuery(salespeopleQuery);
  const { data: basket } = useQuery(basketQuery);
  const choose = useBasketChange((staffId: string) => put('/basket/salesperson', { body: { staffId } }));
  const term = fold(search);
  const shown = (people.data ?? []).filter((person) => fold(`${fullName(person)} ${person.staffId}`).includes(term));
  const pick = (staffId: string) => choose.mutate(staffId, { onSuccess: onChosen });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    moveFocus(event, list.current);
    const first = shown[0];
    // Enter after typing takes the first name that is left.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && first !== undefined) {
      event.preventDefault();
      pick(first.staffId);
    }
  };
  return (
    <div onKeyDown={onKeyDown}>
      <TextField
        label={t('searchSalesperson')}
        isLabelHidden
        placeholder={t('searchSalesperson')}
        start={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        autoComplete="off"
        data-autofocus
      />
      {people.isError && <Note tone="garnet">{`${t('salespeopleFailed')}. ${errorText(people.error)}`}</Note>}
      {people.isPending && (
        <Loading>
          <Bone height={52} />
        </Loading>
      )}
      <div ref={list} className={css.list} role="listbox" aria-label={t('chooseSalesperson')}>
        {shown.map((person) => {
          const part = basket?.salespeople.find(({ staffId }) => staffId === person.staffId);
          const isOn = part !== undefined || person.staffId === basket?.salesperson?.staffId;
          return (
            <button
              key={person.staffId}
              type="button"
              role="option"
              aria-selected={isOn}
              className={cx(css.option, isOn && css.on)}
              onClick={() => pick(person.staffId)}
            >
              <Avatar>{person.initials}</Avatar>
              <span className={cx(css.text, 'trunc')} dir="auto">{fullName(person)}</span>
              {part && (
                <span className="num" dir="ltr">
                  {part.percent}%
                </span>
              )}
              {isOn && <IconCheck size={20} stroke={1.6} aria-hidden="true" />}
            </button>
          );
        })}
      </div>
      <button type="button" className={cx(css.option, css.split)} onClick={onSplit}>
        <IconUsers size={22} stroke={1.6} aria-hidden="true" />
        {t('share.split')}
      </button>
      {people.isSuccess && shown.length === 0 && <p className={css.empty}>{t('noSalesperson', { search })}</p>}
    </div>
  );
}
