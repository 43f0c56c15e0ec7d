import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getDocument, post } from '#/api/client';
import { fill } from '#/api/operation';
import { sessionQuery } from '#/api/queries';
import { errorText } from '#/api/refusal';
import { showNotice } from '#/lib/notice';
import { printDocument } from '#/lib/print';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { SelectField } from '#/ui/SelectField';
import { tillsQuery, type StatementStore } from './queries';

const ICON = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

interface XDialogProps {
  /** A linked store; none is this one. */
  store?: StatementStore | undefined;
  onClose: () => void;
}

/** Of which till the X report is wanted, and where it comes out: of the receipt printer here, or as a PDF. */
export function XDialog({ store, onClose }: XDialogProps) {
  const { t, i18n } = useTranslation('statement');
  const { data: session } = useQuery(sessionQuery);
  const isHere = store === undefined || store.storeNo === session?.store.storeNo;
  const { data } = useQuery(tillsQuery(isHere ? null : store.storeNo));
  const [terminalNo, setTerminalNo] = useState('');
  const till = terminalNo === '' ? {} : { terminalNo };
  const name = [t('paper.x'), ...(store ? [store.name] : []), ...(data?.tills.filter((one) => one.terminalNo === terminalNo).map((one) => one.name) ?? [])];
  const language = i18n.language;
  const pdf = useMutation({
    mutationFn: async () => {
      const query = { ...(isHere ? {} : { storeNo: store.storeNo }), ...till, language };
      // What the server refuses the client has said already; what the browser cannot print is said here.
      const blob = await getDocument(fill('/statement/x.pdf', { query }));
      await printDocument(blob, name.join(' · ')).catch(() => showNotice('error', t('paper.failed')));
    },
    onSuccess: onClose,
  });
  const paper = useMutation({
    mutationFn: () => post('/statement/x/print', { body: { ...till, language }, notice: 'none' }),
    onSuccess: () => {
      showNotice('success', t('paper.printed'));
      onClose();
    },
    onError: (error) => showNotice('error', errorText(error)),
  });
  const hasPrinter = isHere && session?.store.hasReceiptPrinter === true;
  return (
    <Dialog
      title={store && !isHere ? `${t('paper.x')} · ${store.name}` : t('paper.x')}
      lead={t('paper.xLead')}
      width={480}
      isFullOnPhone
      onClose={onClose}
      foot={
        <>
          <Button variant={hasPrinter ? 'quiet' : 'primary'} size="lg" isGrowing icon={<IconFileTypePdf {...ICON} />} isBusy={pdf.isPending} onClick={() => pdf.mutate()}>
            {t('paper.pdf')}
          </Button>
          {hasPrinter && (
            <Button variant="primary" size="lg" isGrowing icon={<IconPrinter {...ICON} />} isBusy={paper.isPending} onClick={() => paper.mutate()}>
              {t('paper.printer')}
            </Button>
          )}
        </>
      }
    >
      <SelectField label={t('paper.till')} value={terminalNo} onChange={setTerminalNo}>
        <option value="">{t('paper.allTills')}</option>
        {data?.tills.map((one) => (
          <option key={one.terminalNo} value={one.terminalNo}>
            {one.name}
          </option>
        ))}
      </SelectField>
    </Dialog>
  );
}
