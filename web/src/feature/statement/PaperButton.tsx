import { IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getDocument, post } from '#/api/client';
import { fill } from '#/api/operation';
import { sessionQuery } from '#/api/queries';
import { ApiError, errorText } from '#/api/refusal';
import { showNotice } from '#/lib/notice';
import { printDocument } from '#/lib/print';
import { Button } from '#/ui/Button';
import { useCountedPrint } from '#/widget/receipt/use-counted-print';
import css from './Count.module.css';
import type { Statement, StatementStore } from './queries';

/** The papers of a day that are read anew each time: what is sold so far, a statement. */
type Paper = { kind: 'x'; store?: StatementStore | undefined } | { kind: 'document'; statementNo: string };

function addressOf(paper: Paper, language: string): string {
  if (paper.kind === 'x') return fill('/statement/x.pdf', { query: { ...(paper.store && { storeNo: paper.store.storeNo }), language } });
  return fill('/statement/{statementNo}/document.pdf', { path: { statementNo: paper.statementNo }, query: { language } });
}

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

/** Prints a paper of the day in the language of the till. */
export function PaperButton({ paper, isGrowing = false }: { paper: Paper; isGrowing?: boolean }) {
  const { t, i18n } = useTranslation('statement');
  const store = paper.kind === 'x' ? paper.store : undefined;
  const name = store ? `${t('paper.x')} · ${store.name}` : t(`paper.${paper.kind}`);
  const print = useMutation({
    mutationFn: async () => {
      // What the server refuses the client has said already; what the browser cannot print is said here.
      const blob = await getDocument(addressOf(paper, i18n.language));
      await printDocument(blob, name).catch(() => showNotice('error', t('paper.failed')));
    },
  });
  return <PrintButton name={name} isGrowing={isGrowing} isBusy={print.isPending} onPrint={() => print.mutate()} />;
}

/** Prints a Z, which the server counts: on the receipt printer where the store has one, else from the browser. */
function ZButton({ statementNo }: { statementNo: string }) {
  const { t, i18n } = useTranslation('statement');
  const { data: session } = useQuery(sessionQuery);
  const name = t('paper.z');
  const target = session?.store.hasReceiptPrinter ? 'printer' : 'browser';
  const print = useCountedPrint({
    count: (body: { target: 'printer' | 'browser'; language: string }) =>
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

/** The papers of one statement. */
export function Papers({ statement: { statementNo, z } }: { statement: Statement }) {
  return (
    <div className={css.papers}>
      <PaperButton paper={{ kind: 'document', statementNo }} isGrowing />
      {z && <ZButton statementNo={statementNo} />}
    </div>
  );
}
