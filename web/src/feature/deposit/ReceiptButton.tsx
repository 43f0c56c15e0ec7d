import { IconReceipt } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getDocument } from '#/api/client';
import { address } from '#/api/operation';
import type { DepositEntry } from '#/api/types';
import { printDocument } from '#/lib/print';
import { IconButton } from '#/ui/IconButton';

interface ReceiptButtonProps {
  depositId: string;
  entry: Pick<DepositEntry, 'entryId' | 'receiptNo'>;
}

/** Prints the receipt of one step of a deposit. */
export function ReceiptButton({ depositId, entry }: ReceiptButtonProps) {
  const { t } = useTranslation('deposit');
  const print = useMutation({
    mutationFn: async () => {
      const path = { depositId, entryId: entry.entryId };
      await printDocument(await getDocument(address('/deposit/{depositId}/payment/{entryId}/receipt', { path })), entry.receiptNo);
    },
  });
  const label = t('action.receipt', { receiptNo: entry.receiptNo });
  const icon = <IconReceipt size={20} stroke={1.6} />;
  return <IconButton label={label} icon={icon} aria-busy={print.isPending || undefined} onClick={() => print.mutate()} />;
}
