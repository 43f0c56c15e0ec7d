import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { del, post } from '#/api/client';
import type { Package } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { Button } from '#/ui/Button';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { entryKey, sectionKey } from '../use-entries';

type Wanted = 'ENABLED' | 'DISABLED' | 'ARCHIVED';

interface ActionsProps {
  view: Package;
  /** What is typed and not saved keeps a package from being switched on. */
  isUnsaved: boolean;
  onFaults: () => void;
  onDeleted: () => void;
}

/** What can be done with a package where it stands: on, off, away, deleted. */
export function Actions({ view, isUnsaved, onFaults, onDeleted }: ActionsProps) {
  const { t } = useTranslation('package');
  const client = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const { discountId } = view.package;
  const refresh = (): void => void client.invalidateQueries({ queryKey: sectionKey('package') });
  const moving = useMutation({
    mutationFn: (state: Wanted) =>
      post('/setting/package/{discountId}/state', { path: { discountId }, body: { version: view.version, state } }),
    onSuccess: (now, wanted) => {
      client.setQueryData(entryKey('package', discountId), now);
      refresh();
      if (now.state === wanted) showNotice('success', t(`moved.${wanted}`));
      else onFaults();
    },
    onError: refresh,
  });
  const deleting = useMutation({
    mutationFn: () => del('/setting/package/{discountId}', { path: { discountId }, query: { version: view.version } }),
    onSuccess: () => {
      showNotice('success', t('moved.deleted'));
      onDeleted();
      refresh();
    },
    onError: () => {
      setDeleting(false);
      refresh();
    },
  });
  const move = (state: Wanted, words: 'enable' | 'disable' | 'archive') => (
    <Button
      isBusy={moving.isPending}
      isBlocked={isUnsaved}
      onBlocked={() => showNotice('warning', t('saveFirst'))}
      onClick={() => moving.mutate(state)}
    >
      {t(words)}
    </Button>
  );
  return (
    <>
      {view.state === 'DRAFT' && (
        <Button variant="danger" onClick={() => setDeleting(true)}>
          {t('delete')}
        </Button>
      )}
      {(view.state === 'DRAFT' || view.state === 'DISABLED') && move('ENABLED', 'enable')}
      {view.state === 'ENABLED' && move('DISABLED', 'disable')}
      {view.state === 'EXPIRED' && move('ARCHIVED', 'archive')}
      {isDeleting && (
        <ConfirmDialog
          title={t('deleteTitle', { id: discountId })}
          consequence={t('deleteText')}
          stay={t('deleteKeep')}
          go={t('delete')}
          isDestructive
          isBusy={deleting.isPending}
          onStay={() => setDeleting(false)}
          onGo={() => deleting.mutate()}
        />
      )}
    </>
  );
}
