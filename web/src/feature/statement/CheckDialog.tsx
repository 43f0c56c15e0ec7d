import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './Count.module.css';
import { checkQuery, type Statement } from './queries';
import { Terminals } from './Terminals';
import { UnmatchedLink } from './UnmatchedLink';

interface CheckDialogProps {
  statement: Statement;
  onClose: () => void;
}

/** What stands against posting and what should be looked at, each with what to do about it. Nothing is posted. */
export function CheckDialog({ statement, onClose }: CheckDialogProps) {
  const { t } = useTranslation('statement');
  const { t: ui } = useTranslation();
  const check = useQuery(checkQuery(statement.statementNo, statement.version));
  return (
    <Dialog
      title={t('check.title')}
      lead={t('check.lead')}
      width={520}
      isFullOnPhone
      onClose={onClose}
      foot={
        <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
          {ui('close')}
        </Button>
      }
    >
      {check.isError && <ErrorState title={t('check.failed')} text={errorText(check.error)} onRetry={() => void check.refetch()} />}
      {check.isPending && (
        <Loading>
          <Bone height={120} radius={10} />
        </Loading>
      )}
      {check.data && (
        <div className={css.notes}>
          {check.data.errors.map((error) => (
            <Note key={error} tone="garnet">
              {t(`check.error.${error}`)}
            </Note>
          ))}
          {check.data.warnings.map((warning) => (
            <Note key={warning} tone="citrine">
              {t(`check.warning.${warning}`)}
            </Note>
          ))}
          {check.data.warnings.some((warning) => warning === 'UNCONFIRMED_PAYMENTS' || warning === 'TERMINAL_UNMATCHED') && <UnmatchedLink />}
          {check.data.errors.length === 0 && <Note tone="emerald">{check.data.warnings.length === 0 ? t('check.fine') : t('check.may')}</Note>}
        </div>
      )}
      <div className={css.apart}>
        <Terminals statement={statement} isOffered />
      </div>
    </Dialog>
  );
}
