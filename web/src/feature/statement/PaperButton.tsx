import { IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getDocument, post } from '#/api/client';
import { fill } from '#/api/operation';
import { sessionQuery } from '#/api/queries';
import { ApiError, errorText } from '#/api/refusal';
import { showNotice } from '#/lib/notice';
import { printDocument } from '#/lib/print';
import { Button } from '#/ui/Button';
import { useCountedPrint, type PrintTarget } from '#/widget/receipt/use-counted-print';
import css from './Count.module.css';
import type { Statement, StatementStore } from './queries';
import { XDialog } from './XDialog';

interface PrintButtonProps {
  name: string;
  isGrowing?: boolean;
  isBusy: boolean;
  onPrint: () => void;
}

function PrintButton({ name, isGrowing = false, isBusy, onPrint }: PrintButtonProps) {
  const icon = <IconPrinter size={20} stroke={1.6} aria-hidden="true" />;
  return (
    <Button variant="quiet" isGrowing={isGrowing} icon={icon} isBusy={isBusy} onClick={onPrint}>
      {name}
    </Button>
  );
}

/** Prints the X report: of the store or one till of it, on the receipt printer or as a PDF. */
export function XButton({ store }: { store?: StatementStore | undefined }) {
  const { t } = useTranslation('statement');
  const [isOpen, setOpen] = useState(false);
  const name = store ? `${t('paper.x')} · ${store.name}` : t('paper.x');
  return (
    <>
      <PrintButton name={name} isBusy={false} onPrint={() => setOpen(true)} />
      {isOpen && <XDialog store={store} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Prints a statement on A4 in the language of the till. */
function StatementPaperButton({ statementNo }: { statementNo: string }) {
  const { t, i18n } = useTranslation('statement');
  const name = t('paper.document');
  const print = useMutation({
    mutationFn: async () => {
      const path = fill('/statement/{statementNo}/document.pdf', { path: { statementNo }, query: { language: i18n.language } });
      // What the server refuses the client has said already; what the browser cannot print is said here.
      const blob = await getDocument(path);
      await printDocument(blob, name).catch(() => showNotice('error', t('paper.failed')));
    },
  });
  return <PrintButton name={name} isGrowing isBusy={print.isPending} onPrint={() => print.mutate()} />;
}

/** Prints a Z, which the server counts: on the receipt printer, or from the browser. */
function ZButton({ statementNo, target, name }: { statementNo: string; target: PrintTarget; name: string }) {
  const { t, i18n } = useTranslation('statement');
  const print = useCountedPrint({
    count: (body: { target: PrintTarget; language: string }) =>
      post('/statement/{statementNo}/z/print', { path: { statementNo }, body, notice: 'none' }),
    titleOf: () => name,
  });
  const onPrint = (): void =>
    print.mutate(
      { target, language: i18n.language },
      {
        onSuccess: ({ pdfUrl }) => pdfUrl === null && showNotice('success', t('paper.printed')),
        onError: (error) => showNotice('error', error instanceof ApiError ? errorText(error) : t('paper.failed')),
      },
    );
  return <PrintButton name={name} isGrowing isBusy={print.isPending} onPrint={onPrint} />;
}

/** The Z where the store has a printer: on it, and as a PDF besides. */
function ZButtons({ statementNo }: { statementNo: string }) {
  const { t } = useTranslation('statement');
  const { data: session } = useQuery(sessionQuery);
  if (!session?.store.hasReceiptPrinter) return <ZButton statementNo={statementNo} target="browser" name={t('paper.z')} />;
  return (
    <>
      <ZButton statementNo={statementNo} target="printer" name={t('paper.z')} />
      <ZButton statementNo={statementNo} target="browser" name={t('paper.zPdf')} />
    </>
  );
}

/** The papers of one statement. */
export function Papers({ statement: { statementNo, z } }: { statement: Statement }) {
  return (
    <div className={css.papers}>
      <StatementPaperButton statementNo={statementNo} />
      {z && <ZButtons statementNo={statementNo} />}
    </div>
  );
}
