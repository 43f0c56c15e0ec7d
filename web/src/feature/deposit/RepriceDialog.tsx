import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import type { Deposit } from '#/api/types';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { Note } from '#/ui/Note';
import { useReprice } from './queries';

/** The lower prices of today, when they are lower: the server says. */
export function RepriceDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { t } = useTranslation('deposit');
  const { t: ui } = useTranslation();
  const reprice = useReprice(deposit.depositId, onClose);
  return (
    <Dialog
      title={t('reprice.title')}
      lead={t('reprice.text', { documentNo: deposit.documentNo })}
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button variant="primary" size="lg" isGrowing isBusy={reprice.isPending} onClick={() => reprice.mutate()}>
            {t('reprice.go')}
          </Button>
        </>
      }
    >
      {reprice.error && (
        <Note tone="garnet" role="alert">
          {errorText(reprice.error)}
        </Note>
      )}
    </Dialog>
  );
}
