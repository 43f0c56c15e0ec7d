import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { components } from '#/api/schema';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import type { Draft } from '../EntryForm';
import css from '../Setting.module.css';
import type { Form } from '../use-form';

type Item = components['schemas']['ItemValue'];
type Size = components['schemas']['SizeValue'];

/** Sizes in their order, each with its barcodes. */
export function SizesInput({ form }: { form: Form<Draft<Item>> }) {
  const { t } = useTranslation('setting');
  const { sizes } = form.value;
  const error = form.errorOf('sizes');
  const set = (place: number, change: Partial<Size>): void =>
    form.set({ sizes: sizes.map((size, index) => (index === place ? { ...size, ...change } : size)) });
  return (
    <div className={css.wide}>
      {error && (
        <Note tone="garnet" role="alert">
          {error}
        </Note>
      )}
      <ul className={css.lines}>
        {sizes.map((size, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a size has no name until it is typed
          <li key={index} className={css.line}>
            <TextField
              label={t('field.sizeCode')}
              value={size.sizeCode}
              dir="ltr"
              autoComplete="off"
              onChange={(event) => set(index, { sizeCode: event.target.value })}
            />
            <TextField
              label={t('field.barcodes')}
              className={css.grow}
              value={size.barcodes.join(', ')}
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => set(index, { barcodes: event.target.value === '' ? [] : event.target.value.split(/[\s,;]+/) })}
            />
            {sizes.length > 1 && (
              <IconButton
                label={t('remove', { name: size.sizeCode })}
                icon={<IconX size={20} stroke={1.6} />}
                onClick={() => form.set({ sizes: sizes.filter((_, place) => place !== index) })}
              />
            )}
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        icon={<IconPlus size={20} stroke={1.6} aria-hidden="true" />}
        onClick={() => form.set({ sizes: [...sizes, { sizeCode: '', barcodes: [] }] })}
      >
        {t('addSize')}
      </Button>
    </div>
  );
}
