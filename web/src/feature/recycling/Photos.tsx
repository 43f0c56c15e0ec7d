import { IconCamera, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import type { Recycling } from '#/api/types';
import { Button } from '#/ui/Button';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { Bone } from '#/ui/Skeleton';
import css from './Photos.module.css';
import { useAddPhoto, usePhoto, useRemovePhoto } from './queries';

const GONE: readonly Recycling['state'][] = ['WITHDRAWN', 'SHIPPED', 'CLOSED', 'CANCELLED'];
const UNSIGNED: readonly Recycling['state'][] = ['DRAFT', 'WEIGHED'];

interface PhotoProps {
  recyclingId: string;
  photoId: string;
  name: string;
  onRemove: (() => void) | null;
}

function Photo({ recyclingId, photoId, name, onRemove }: PhotoProps) {
  const { t } = useTranslation('recycling');
  const source = usePhoto(recyclingId, photoId);
  return (
    <li className={css.photo}>
      {source ? <img src={source} alt={name} /> : <Bone height={128} radius={10} />}
      {onRemove && (
        <IconButton className={css.remove} label={t('photo.remove', { name })} icon={<IconTrash size={20} stroke={1.6} />} onClick={onRemove} />
      )}
    </li>
  );
}

/** The photographs of the pieces: taken or chosen while they are here, taken away until the seller signs. */
export function Photos({ document, onChange }: { document: Recycling; onChange?: (document: Recycling) => void }) {
  const { t } = useTranslation('recycling');
  const input = useRef<HTMLInputElement>(null);
  const add = useAddPhoto();
  const remove = useRemovePhoto();
  const isHere = !GONE.includes(document.state);
  const isUnsigned = UNSIGNED.includes(document.state);
  const error = add.error ?? remove.error;
  if (!isHere && document.photos.length === 0) return null;
  return (
    <section className={css.photos} aria-label={t('photo.title')}>
      {document.photos.length > 0 && (
        <ul className={css.list}>
          {document.photos.map((photoId, index) => (
            <Photo
              key={photoId}
              recyclingId={document.recyclingId}
              photoId={photoId}
              name={t('photo.name', { number: index + 1 })}
              onRemove={isUnsigned ? () => remove.mutate({ document, photoId }, { onSuccess: (now) => onChange?.(now) }) : null}
            />
          ))}
        </ul>
      )}
      {isHere && (
        <>
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className="sr"
            tabIndex={-1}
            aria-label={t('photo.choose')}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) add.mutate({ document, file }, { onSuccess: (now) => onChange?.(now) });
            }}
          />
          <Button variant="quiet" icon={<IconCamera size={22} stroke={1.6} />} isBusy={add.isPending} onClick={() => input.current?.click()}>
            {t('photo.choose')}
          </Button>
        </>
      )}
      {error && (
        <Note tone="garnet" role="alert">
          {errorText(error)}
        </Note>
      )}
    </section>
  );
}
