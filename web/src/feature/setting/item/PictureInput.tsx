import { IconCamera } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { put } from '#/api/client';
import { photoOf } from '#/lib/photo';
import { Button } from '#/ui/Button';
import { Picture } from '#/ui/Picture';
import css from '../Setting.module.css';

interface PictureInputProps {
  itemNo: string;
  version: number;
  imageUrl: string;
  onKept: () => Promise<unknown>;
}

/** The picture of an item; another one is kept at once. */
export function PictureInput({ itemNo, version, imageUrl, onKept }: PictureInputProps) {
  const { t } = useTranslation('setting');
  const file = useRef<HTMLInputElement>(null);
  const keeping = useMutation({
    mutationFn: async (chosen: File) => put('/setting/item/{itemNo}/picture', { path: { itemNo }, body: { version, picture: await photoOf(chosen) } }),
    onSettled: () => onKept(),
  });
  return (
    <div className={css.picture}>
      <Picture src={imageUrl} size="s52" />
      <Button size="sm" isBusy={keeping.isPending} icon={<IconCamera size={20} stroke={1.6} aria-hidden="true" />} onClick={() => file.current?.click()}>
        {t('field.picture')}
      </Button>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label={t('field.picture')}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          event.target.value = '';
          if (chosen) keeping.mutate(chosen);
        }}
      />
    </div>
  );
}
