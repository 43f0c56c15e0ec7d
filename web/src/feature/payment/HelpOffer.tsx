import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import { Button } from '#/ui/Button';
import { Note } from '#/ui/Note';
import { useAskForHelp } from './queries';

/** "Could not load the QR image, offer to email us." */
export function HelpOffer({ attemptId }: { attemptId: string }) {
  const { t } = useTranslation('payment');
  const ask = useAskForHelp(attemptId);
  if (ask.isSuccess) {
    return (
      <Note tone="emerald" role="status">
        {t('qr.help.sent')}
      </Note>
    );
  }
  return (
    <Note tone="citrine" role="alert">
      <p>{t('qr.help.offer')}</p>
      {ask.error && <p>{errorText(ask.error)}</p>}
      <Button size="sm" icon={<IconMail size={18} stroke={1.6} />} isBusy={ask.isPending} onClick={() => ask.mutate()}>
        {t('qr.help.send')}
      </Button>
    </Note>
  );
}
