import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { sessionQuery } from '#/api/queries';
import { errorText } from '#/api/refusal';
import { formatRate } from '#/lib/money';
import { Dialog } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import { Tag } from '#/ui/Tag';
import { AREAS, areaOf, usePermissionName } from '#/widget/permission';
import css from './PermissionDialog.module.css';

/** Read anew whenever it is opened: head office may have changed it a moment ago. */
const useOwnGroup = () =>
  useQuery({
    queryKey: ['ownPermissionGroup'],
    queryFn: ({ signal }) => get('/session/permission-group', { signal, notice: 'none' }),
    staleTime: 0,
    gcTime: 0,
  });

/** What whoever is logged in may do, in plain words. */
export function PermissionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('permission');
  const nameOf = usePermissionName();
  const { data: session } = useQuery(sessionQuery);
  const { data: group, error, refetch } = useOwnGroup();
  const name = `${session?.firstName ?? ''} ${session?.lastName ?? ''}`.trim();
  const grants = Object.entries(group?.value.grants ?? {});
  return (
    <Dialog
      title={t('mine.title', { name })}
      {...(group ? { lead: t('mine.lead', { group: group.value.name }) } : {})}
      onClose={onClose}
      width={560}
    >
      {error && <ErrorState title={t('mine.failed')} text={errorText(error)} onRetry={() => void refetch()} />}
      {!group && !error && (
        <Loading>
          <Bone height={20} />
          <Bone height={20} />
        </Loading>
      )}
      {group && grants.length === 0 && <p>{t('mine.nothing')}</p>}
      {group &&
        AREAS.map((area) => {
          const own = grants.filter(([code]) => areaOf(code) === area);
          if (own.length === 0) return null;
          const { lineDiscountLimit, basketDiscountLimit, totalDiscountLimit } = group.value;
          return (
            <section key={area} className={css.area}>
              <h3 className="t-label">{t(`area.${area}`)}</h3>
              <ul className={css.list}>
                {own.map(([code, grant]) => (
                  <li key={code} className={css.row}>
                    <span>{nameOf(code)}</span>
                    {grant !== 'ALLOWED' && <Tag>{t(`grant.${grant}`)}</Tag>}
                  </li>
                ))}
              </ul>
              {own.some(([code]) => code.startsWith('discount.')) && (
                <p className="t-meta">
                  {t('mine.limits', {
                    percent: formatRate(lineDiscountLimit),
                    percent2: formatRate(basketDiscountLimit),
                    percent3: formatRate(totalDiscountLimit),
                  })}
                </p>
              )}
            </section>
          );
        })}
    </Dialog>
  );
}
