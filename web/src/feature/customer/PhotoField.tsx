import { IconCamera, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { put } from '#/api/client';
import { errorText } from '#/api/refusal';
import type { Customer } from '#/api/types';
import { Button } from '#/ui/Button';
import { Note } from '#/ui/Note';
import css from './CustomerDialog.module.css';
import { photoOf } from '#/lib/photo';
import { Portrait } from './Portrait';

/** The photograph: taken or chosen, and kept at once. */
export function PhotoField({ customer, onKept }: { customer: Customer; onKept: (now: Customer) => void }) {
  const { t } = useTranslation('customer');
  const input = useRef<HTMLInputElement>(null);
  const { customerId, version, photoId } = customer;
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      const photo = file && (await photoOf(file));
      return put('/customer/{customerId}/photo', { path: { customerId }, body: { version, photo }, notice: 'none' });
    },
    onSuccess: onKept,
  });
  return (
    <fieldset className={css.section}>
      <legend>{t('section.photo')}</legend>
      <div className={css.photo}>
        <Portrait customer={customer} />
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
            if (file) change.mutate(file);
          }}
        />
        <Button icon={<IconCamera size={22} stroke={1.6} />} isBusy={change.isPending} onClick={() => input.current?.click()}>
          {t('photo.choose')}
        </Button>
        {photoId && (
          <Button variant="danger" icon={<IconTrash size={22} stroke={1.6} />} isBusy={change.isPending} onClick={() => change.mutate(null)}>
            {t('photo.remove')}
          </Button>
        )}
      </div>
      {change.isError && (
        <Note tone="garnet" role="alert">
          {errorText(change.error)}
        </Note>
      )}
    </fieldset>
  );
}
