import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import { Dialog } from '#/ui/Dialog';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import { waitingQuery } from '../queries';
import { WaitingList } from './WaitingList';

/** The baskets that wait in this boutique. Taking one up parks the one at work. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sale');
  const { data, error, refetch } = useQuery(waitingQuery);
  return (
    <Dialog title={t('waiting.title')} lead={t('waiting.text')} onClose={onClose} width={560} isFullOnPhone>
      {!data && !error && (
        <Loading>
          <Bone height={72} radius={10} />
        </Loading>
      )}
      {!data && error && <ErrorState title={t('waiting.failed')} text={errorText(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState piece="bangle" title={t('waiting.none')} text={t('waiting.noneText')} />}
      {data && data.length > 0 && <WaitingList baskets={data} onResumed={onClose} />}
    </Dialog>
  );
}
