import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { basketQuery, useBasket } from '#/api/basket';
import { logOut } from '#/api/log-out';
import type { Session } from '#/api/types';
import { useSignal } from '#/lib/signal';
import { unsavedChanges } from '#/lib/unsaved';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { isLogoutOpen } from './shell-state';

/** Asks before logging out, and says what that leaves behind or loses. */
export function LogoutDialog({ session }: { session: Session }) {
  const isOpen = useSignal(isLogoutOpen);
  return isOpen ? <Question session={session} /> : null;
}

function Question({ session }: { session: Session }) {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const basket = useBasket();
  const hasLines = (basket?.lines.length ?? 0) > 0;
  const [isBusy, setBusy] = useState(false);
  const isUnsaved = useSignal(unsavedChanges) > 0;
  const reserved = (basket?.lines ?? []).reduce((sum, line) => sum + line.reservedQuantity, 0);
  const stay = (): void => isLogoutOpen.set(false);
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      await logOut(session, client.getQueryData(basketQuery.queryKey));
    } finally {
      isLogoutOpen.set(false);
    }
  };
  const lost = [...(isUnsaved ? [t('logout.unsaved')] : []), ...(hasLines ? [t('logout.consequence', { count: reserved })] : [])];
  const title = t('logout.title', { terminal: session.terminalName });
  if (basket?.state === 'PAYING') {
    return (
      <Dialog title={title} lead={t('logout.paying')} onClose={stay} isOverCover isWithoutClose foot={<Button variant="primary" size="lg" isWide onClick={stay}>{t('logout.stay')}</Button>} />
    );
  }
  return (
    <ConfirmDialog
      title={title}
      consequence={lost.length > 0 ? lost.join(' ') : t('logout.nothing')}
      stay={t('logout.stay')}
      go={t('logout.go')}
      isBusy={isBusy}
      isOverCover
      onStay={stay}
      onGo={() => void go()}
    />
  );
}
