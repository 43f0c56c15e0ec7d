import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import { useMay } from '#/api/permission';
import { showNotice } from '#/lib/notice';
import { Button } from '#/ui/Button';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { CLEAR, useClear, type Statement } from './queries';

/** Lets the orders out of a statement that is not posted, once somebody said yes. */
export function ClearButton({ statement, isGrowing = false }: { statement: Statement; isGrowing?: boolean }) {
  const { t } = useTranslation('statement');
  const { t: ui } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const clear = useClear(statement.statementNo, () => showNotice('success', t('clear.done', { statementNo: statement.statementNo })));
  const mayClear = useMay(CLEAR);
  const isClearable = statement.state === 'CALCULATED' || statement.state === 'COUNTED';
  if (!mayClear || !isClearable) return null;
  return (
    <>
      <Button variant="danger" isGrowing={isGrowing} onClick={() => setAsked(true)}>
        {t('clear.name')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('clear.title', { statementNo: statement.statementNo })}
          consequence={t('clear.consequence')}
          stay={ui('cancel')}
          go={t('clear.go')}
          isDestructive
          isBusy={clear.isPending}
          onStay={() => setAsked(false)}
          onGo={() => clear.mutate(undefined, { onError: (error) => showNotice('error', errorText(error)), onSettled: () => setAsked(false) })}
        />
      )}
    </>
  );
}
