import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { salespeopleQuery } from '#/api/queries';
import { errorText, refusalText } from '#/api/refusal';
import type { Salesperson } from '#/api/types';
import { useScanTarget } from '#/lib/scan';
import { Avatar } from '#/ui/Avatar';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { TextField } from '#/ui/Field';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { SelectField } from '#/ui/SelectField';
import css from './ShareDialog.module.css';
import { fullName } from './name';
import { evenShares, parsePercent, sharesRefusal, sumOf, type Share } from './shares';

/** Shares as they are edited: even until somebody types one. */
function useShares(initial: readonly Share[]) {
  const [shares, setShares] = useState<Share[]>([...initial]);
  const [isTyped, setTyped] = useState(false);
  const ids = shares.map(({ staffId }) => staffId);
  const isEven = evenShares(ids).every((even, index) => even.percent === shares[index]?.percent);
  /** Whoever comes or goes leaves even shares even. */
  const become = (staffIds: string[], next: Share[]): void => setShares(isTyped || !isEven ? next : evenShares(staffIds));
  return {
    shares,
    isEven,
    add: (staffId: string): void => become([...ids, staffId], [...shares, { staffId, percent: Math.max(0, 100 - sumOf(shares)) }]),
    remove: (staffId: string): void =>
      become(
        ids.filter((id) => id !== staffId),
        shares.filter((share) => share.staffId !== staffId),
      ),
    type: (staffId: string, percent: number): void => {
      setTyped(true);
      setShares(shares.map((share) => (share.staffId === staffId ? { staffId, percent } : share)));
    },
    even: (): void => {
      setTyped(false);
      setShares(evenShares(ids));
    },
  };
}

interface ShareRowProps {
  share: Share;
  person: Salesperson | undefined;
  onType: (percent: number) => void;
  onRemove: () => void;
}

function ShareRow({ share, person, onType, onRemove }: ShareRowProps) {
  const { t } = useTranslation('shell');
  const name = person ? fullName(person) : share.staffId;
  return (
    <li className={css.row}>
      <Avatar>{person?.initials ?? ''}</Avatar>
      <bdi className={cx(css.name, 'clamp2')}>{name}</bdi>
      <TextField
        label={t('share.of', { name })}
        isLabelHidden
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        className={css.percent}
        unit="%"
        value={String(share.percent)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onType(parsePercent(event.target.value))}
      />
      <IconButton label={t('share.remove', { name })} icon={<IconX size={20} stroke={1.6} />} onClick={onRemove} />
    </li>
  );
}

/** What the shares are together, and the way back to even ones. */
function Together({ shares, isOff, onEven }: { shares: readonly Share[]; isOff: boolean; onEven?: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <div className={css.sum}>
      <span>{t('share.together')}</span>
      {onEven && (
        <button type="button" className={css.even} onClick={onEven}>
          {t('share.even')}
        </button>
      )}
      <output className={cx('num', css.total, isOff && css.bad)} dir="ltr">
        {sumOf(shares)}%
      </output>
    </div>
  );
}

interface ShareDialogProps {
  title: string;
  lead: ReactNode;
  initial: readonly Share[];
  isBusy: boolean;
  /** What the server said to the last try. */
  error: unknown;
  onSave: (shares: Share[]) => void;
  /** Takes the shares off; nothing to take off without it. */
  clear?: { label: string; act: () => void };
  onClose: () => void;
}

/** Who sells together, in whole per cent that are a hundred together. */
export function ShareDialog({ title, lead, initial, isBusy, error, onSave, clear, onClose }: ShareDialogProps) {
  const { t } = useTranslation('shell');
  const { t: ui } = useTranslation();
  const people = useQuery(salespeopleQuery);
  const { shares, isEven, add, remove, type, even } = useShares(initial);
  const [isTried, setTried] = useState(false);
  // A scan would type into the fields, or sell behind them.
  useScanTarget({ refusal: t('share.scan'), onScan: () => undefined });
  const refusal = sharesRefusal(shares);
  const known = people.data ?? [];
  const others = known.filter(({ staffId }) => !shares.some((share) => share.staffId === staffId));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!refusal && !isBusy) onSave(shares);
  };
  // An empty list is said only to whoever wants to keep it.
  const said = refusal && (isTried || shares.length > 0) ? refusalText(refusal) : error ? errorText(error) : null;
  return (
    <DialogFrame onClose={onClose}>
      <form className={css.form} noValidate onSubmit={onSubmit}>
        <DialogContent
          title={title}
          lead={lead}
          isFootApart
          onClose={onClose}
          foot={
            <>
              <Button variant="quiet" size="lg" isGrowing onClick={clear?.act ?? onClose}>
                {clear?.label ?? ui('cancel')}
              </Button>
              <Button variant="primary" size="lg" isGrowing type="submit" isBusy={isBusy}>
                {t('share.save')}
              </Button>
            </>
          }
        >
          <div className={css.fields}>
            {people.isError && <Note tone="garnet">{`${t('salespeopleFailed')}. ${errorText(people.error)}`}</Note>}
            {shares.length > 0 && (
              <ul className={css.list} aria-label={t('share.people')}>
                {shares.map((share) => (
                  <ShareRow
                    key={share.staffId}
                    share={share}
                    person={known.find(({ staffId }) => staffId === share.staffId)}
                    onType={(percent) => type(share.staffId, percent)}
                    onRemove={() => remove(share.staffId)}
                  />
                ))}
              </ul>
            )}
            {shares.length > 0 && <Together shares={shares} isOff={refusal !== null} {...(isEven ? {} : { onEven: even })} />}
            {others.length > 0 && (
              <SelectField label={t('share.add')} value="" onChange={(staffId) => staffId !== '' && add(staffId)}>
                <option value="">{t('share.choose')}</option>
                {others.map((person) => (
                  <option key={person.staffId} value={person.staffId}>
                    {fullName(person)}
                  </option>
                ))}
              </SelectField>
            )}
            {said && (
              <Note tone="garnet" role="alert">
                {said}
              </Note>
            )}
          </div>
        </DialogContent>
      </form>
    </DialogFrame>
  );
}
