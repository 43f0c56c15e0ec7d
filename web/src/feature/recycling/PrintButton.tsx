import { IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { post } from '#/api/client';
import type { Recycling } from '#/api/types';
import { page } from '#/lib/path';
import { Button } from '#/ui/Button';

/** Opens the certificate in a window of its own, by a link that ends after a while. */
export function PrintButton({ document, isPrimary }: { document: Recycling; isPrimary?: boolean }) {
  const { t } = useTranslation('recycling');
  const print = useMutation({
    mutationFn: () => post('/recycling/{recyclingId}/print-link', { path: { recyclingId: document.recyclingId }, isKeyed: false }),
  });
  const open = (): void => {
    // The window must be asked for in the press itself; its address comes when the link is there.
    const sheet = window.open('', '_blank');
    print.mutate(undefined, {
      onSuccess: ({ link }) => {
        const address = `/pos${page.recyclingPrint}?link=${encodeURIComponent(link)}`;
        if (sheet) sheet.location.href = address;
        else window.location.assign(address);
      },
      onError: () => sheet?.close(),
    });
  };
  return (
    <Button variant={isPrimary ? 'primary' : 'quiet'} size="lg" isGrowing icon={<IconPrinter size={22} stroke={1.6} />} isBusy={print.isPending} onClick={open}>
      {t('certificate')}
    </Button>
  );
}
