import { IconPackage, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { post } from '#/api/client';
import { sessionQuery } from '#/api/queries';
import { ApiError, errorText } from '#/api/refusal';
import { showNotice } from '#/lib/notice';
import { IconButton } from '#/ui/IconButton';
import { useCountedPrint, type PrintTarget } from '#/widget/receipt/use-counted-print';
import { papersAtOnce, papersOf } from './papers';
import type { DrawerEntry, DrawerPaper } from './queries';

interface SlipWish {
  entryId: string;
  paper: DrawerPaper;
  target: PrintTarget;
  language: string;
}

/** Prints papers of entries, which the server counts: on the receipt printer where the store has one, else from the browser. */
function usePrintSlip() {
  const { t, i18n } = useTranslation('drawer');
  const { data: session } = useQuery(sessionQuery);
  const hasPrinter = session?.store.hasReceiptPrinter ?? false;
  const printing = useCountedPrint<SlipWish>({
    count: ({ entryId, ...body }) => post('/drawer/entry/{entryId}/print', { path: { entryId }, body, notice: 'none' }),
    titleOf: ({ paper }) => t(`paper.${paper}`),
  });
  const print = async (entryId: string, paper: DrawerPaper): Promise<void> => {
    const wish: SlipWish = { entryId, paper, target: hasPrinter ? 'printer' : 'browser', language: i18n.language };
    try {
      const { pdfUrl } = await printing.mutateAsync(wish);
      if (pdfUrl === null) showNotice('success', t('paper.printed'));
    } catch (error) {
      showNotice('error', error instanceof ApiError ? errorText(error) : t('paper.failed'));
    }
  };
  return { hasPrinter, print, isPending: printing.isPending };
}

/** Prints what somebody signs as soon as it is entered, where a receipt printer does it; else it waits for its button. */
export function usePrintAtOnce(): (entry: DrawerEntry) => Promise<void> {
  const { hasPrinter, print } = usePrintSlip();
  return async (entry) => {
    if (!hasPrinter) return;
    for (const paper of papersAtOnce(entry)) {
      // oxlint-disable-next-line no-await-in-loop -- one paper after the other comes out of one printer
      await print(entry.entryId, paper);
    }
  };
}

const ICONS = { slip: IconPrinter, bag: IconPackage } as const;

/** The papers of an entry, to be printed again. */
export function SlipButtons({ entry }: { entry: DrawerEntry }) {
  const { t } = useTranslation('drawer');
  const { print, isPending } = usePrintSlip();
  return papersOf(entry).map((paper) => {
    const Icon = ICONS[paper];
    return (
      <IconButton
        key={paper}
        isFramed
        label={t(`paper.${paper}`)}
        title={t(`paper.${paper}`)}
        aria-busy={isPending || undefined}
        icon={<Icon size={20} stroke={1.6} aria-hidden="true" />}
        onClick={() => {
          if (!isPending) void print(entry.entryId, paper);
        }}
      />
    );
  });
}
