import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueQuery } from '#/api/queries';
import { errorText } from '#/api/refusal';
import type { ItemTile } from '#/api/types';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Picture } from '#/ui/Picture';
import { Bone, Loading } from '#/ui/Skeleton';
import { CameraButton } from '#/widget/camera/CameraButton';
import { exactItem, indexItems, matching } from '../catalogue/search';
import { priceCheckQuery, type Wanted } from './query';
import { CheckedPiece } from './CheckedPiece';
import css from './PriceCheck.module.css';

/** How many pieces are offered for what was typed. */
const FOUND_MAX = 6;
const NO_ITEMS: readonly ItemTile[] = [];

function Found({ items, onChoose }: { items: readonly ItemTile[]; onChoose: (itemNo: string) => void }) {
  const { t } = useTranslation('sale');
  return (
    <ul className={css.found} aria-label={t('priceCheck.found')}>
      {items.map((item) => (
        <li key={item.itemNo}>
          <button type="button" className={css.hit} onClick={() => onChoose(item.itemNo)}>
            <Picture src={item.imageUrl} size="s52" />
            <span className={css.hitText}>
              <b className="trunc" dir="auto">
                {item.name}
              </b>
              <span className="t-cap">
                <bdi>{item.itemNo}</bdi>
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What was scanned or typed, and the piece that is looked at. */
function useWanted() {
  const { data } = useQuery(catalogueQuery);
  const items = data?.items ?? NO_ITEMS;
  const index = useMemo(() => indexItems(items), [items]);
  const [term, setTerm] = useState('');
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const typed = term.trim();
  const found = useMemo(
    () => (typed === '' ? [] : matching(index, { term: typed, collection: null, isAvailableOnly: false }).slice(0, FOUND_MAX)),
    [index, typed],
  );
  const check = (code: string): void => {
    setTerm('');
    setWanted({ code, sizeCode: null });
  };
  return {
    term,
    setTerm,
    found,
    wanted,
    check,
    chooseSize: (code: string, sizeCode: string): void => setWanted({ code, sizeCode }),
    /** A full number, the only piece found, or else whatever the server makes of it. */
    enter: (): void => {
      if (typed === '') return;
      const only = found.length === 1 ? found[0] : undefined;
      check((exactItem(items, typed) ? typed : only?.itemNo) ?? typed);
    },
  };
}

interface PriceCheckDialogProps {
  onAdd: (itemNo: string, sizeCode: string) => void;
  onClose: () => void;
}

/** What a piece costs and why, and where it lies: the basket stays as it is. */
export function PriceCheckDialog({ onAdd, onClose }: PriceCheckDialogProps) {
  const { t } = useTranslation('sale');
  const { term, setTerm, found, wanted, check, chooseSize, enter } = useWanted();
  const { data, error, isPending } = useQuery({ ...priceCheckQuery(wanted), enabled: wanted !== null, placeholderData: keepPreviousData });
  const onScan = (code: string): void => {
    playTone('accepted');
    check(code);
  };
  useScanTarget({ refusal: null, onScan });
  const shown = wanted && !error ? data : undefined;
  return (
    <Dialog
      title={t('priceCheck.title')}
      lead={t('priceCheck.text')}
      onClose={onClose}
      width={640}
      isFullOnPhone
      foot={
        shown && (
          <Button variant="primary" size="lg" isWide onClick={() => onAdd(shown.piece.itemNo, shown.sizeCode)}>
            {t('piece.add')}
          </Button>
        )
      }
    >
      <TextField
        label={t('priceCheck.field')}
        isLabelHidden
        isLarge
        placeholder={t('priceCheck.field')}
        start={<IconSearch size={24} stroke={1.6} aria-hidden="true" className={css.icon} />}
        end={<CameraButton onCode={onScan} />}
        value={term}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        data-autofocus
        onChange={(event) => setTerm(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') enter();
        }}
      />
      {term.trim() !== '' && found.length > 0 && <Found items={found} onChoose={check} />}
      {error && (
        <div className={css.problem}>
          <Note tone="garnet" role="alert">
            {errorText(error)}
          </Note>
        </div>
      )}
      {wanted && isPending && !error && (
        <Loading>
          <Bone height={160} radius={10} />
        </Loading>
      )}
      {shown && <CheckedPiece check={shown} onSize={(sizeCode) => chooseSize(shown.piece.itemNo, sizeCode)} />}
    </Dialog>
  );
}
