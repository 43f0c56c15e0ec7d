import { IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getDocument } from '#/api/client';
import { fill } from '#/api/operation';
import { showNotice } from '#/lib/notice';
import { printDocument } from '#/lib/print';
import { Button } from '#/ui/Button';
import css from './Count.module.css';
import type { Statement } from './queries';

/** The papers of a day: what is sold so far, a statement, the Z of a posted one. */
type Paper = { kind: 'x' } | { kind: 'document' | 'z'; statementNo: string };

function addressOf(paper: Paper, language: string): string {
  if (paper.kind === 'x') return fill('/statement/x.pdf', { query: { language } });
  return fill(`/statement/{statementNo}/${paper.kind}.pdf`, { path: { statementNo: paper.statementNo }, query: { language } });
}

/** Prints a paper of the day in the language of the till. */
export function PaperButton({ paper, isGrowing = false }: { paper: Paper; isGrowing?: boolean }) {
  const { t, i18n } = useTranslation('statement');
  const name = t(`paper.${paper.kind}`);
  const print = useMutation({
    mutationFn: async () => {
      // What the server refuses the client has said already; what the browser cannot print is said here.
      const blob = await getDocument(addressOf(paper, i18n.language));
      await printDocument(blob, name).catch(() => showNotice('error', t('paper.failed')));
    },
  });
  return (
    <Button
      variant="quiet"
      isGrowing={isGrowing}
      icon={<IconPrinter size={20} stroke={1.6} aria-hidden="true" />}
      isBusy={print.isPending}
      onClick={() => print.mutate()}
    >
      {name}
    </Button>
  );
}

/** The papers of one statement. */
export function Papers({ statement: { statementNo, z } }: { statement: Statement }) {
  return (
    <div className={css.papers}>
      <PaperButton paper={{ kind: 'document', statementNo }} isGrowing />
      {z && <PaperButton paper={{ kind: 'z', statementNo }} isGrowing />}
    </div>
  );
}
