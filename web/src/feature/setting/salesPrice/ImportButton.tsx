import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '#/api/client';
import { errorText, refusalText } from '#/api/refusal';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { Note } from '#/ui/Note';
import { sectionKey } from '../use-entries';
import css from '../Setting.module.css';

/** Takes a table of prices: all of its rows or, when one is wrong, none. */
function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('setting');
  const client = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const importing = useMutation({
    mutationFn: async (chosen: File) => post('/setting/sales-price/import', { body: { csv: await chosen.text() }, notice: 'none' }),
    onSuccess: () => client.invalidateQueries({ queryKey: sectionKey('salesPrice') }),
  });
  const { data, error, isPending } = importing;
  const faults = data?.faults ?? [];
  return (
    <Dialog
      title={t('import.title')}
      lead={t('import.lead')}
      width={720}
      isHeld={isPending}
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing isBlocked={isPending} onClick={onClose}>
            {t('import.close')}
          </Button>
          <Button variant="primary" size="lg" isGrowing isBusy={isPending} onClick={() => file.current?.click()}>
            {isPending ? t('import.busy') : t('import.choose')}
          </Button>
        </>
      }
    >
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={t('import.choose')}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // The same file again, after it was mended, is another choice.
          event.target.value = '';
          if (chosen) importing.mutate(chosen);
        }}
      />
      {error && (
        <Note tone="garnet" role="alert">
          {`${errorText(error)} ${t('nothingChanged')}`}
        </Note>
      )}
      {data && faults.length === 0 && (
        <Note tone="emerald" role="status">
          {t('import.done', { added: data.added, changed: data.changed, unchanged: data.unchanged })}
        </Note>
      )}
      {faults.length > 0 && (
        <>
          <Note tone="garnet" role="alert">
            {t('import.faults', { count: faults.length })}
          </Note>
          <div className={css.table}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('import.row')}</th>
                  <th scope="col">{t('import.column')}</th>
                  <th scope="col">{t('import.fault')}</th>
                </tr>
              </thead>
              <tbody>
                {faults.map(({ row, column, key, params, message }) => (
                  <tr key={`${row} ${column} ${key}`}>
                    <td className="num">{row}</td>
                    <td>{column}</td>
                    <td>{refusalText({ key, params }, message)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Dialog>
  );
}

export function ImportButton() {
  const { t } = useTranslation('setting');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<IconUpload size={20} stroke={1.6} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('import.open')}
      </Button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}
