import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#/api/queries';
import { ApiError, errorText } from '#/api/refusal';
import type { DepositEntry } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { IconButton } from '#/ui/IconButton';
import { usePrintPaper } from './queries';

interface ReceiptButtonProps {
  depositId: string;
  entry: Pick<DepositEntry, 'entryId' | 'receiptNo'>;
}

/** Prints the receipt of a payment on a deposit: on the receipt printer where the store has one, else from the browser. */
export function ReceiptButton({ depositId, entry }: ReceiptButtonProps) {
  const { t } = useTranslation('deposit');
  const { t: order } = useTranslation('order');
  const { data: session } = useQuery(sessionQuery);
  const target = session?.store.hasReceiptPrinter ? 'printer' : 'browser';
  const { mutate, isPending } = usePrintPaper({ depositId, stepId: entry.entryId });
  const print = (): void => {
    if (isPending) return;
    mutate(
      { target, language: '', title: entry.receiptNo },
      {
        onSuccess: () => target === 'printer' && showNotice('success', order('receipt.printed')),
        onError: (error) => showNotice('error', error instanceof ApiError ? errorText(error) : order('receipt.printFailed')),
      },
    );
  };
  const label = t('action.receipt', { receiptNo: entry.receiptNo });
  const icon = <IconReceipt size={20} stroke={1.6} />;
  return <IconButton label={label} icon={icon} aria-busy={isPending || undefined} onClick={print} />;
}
