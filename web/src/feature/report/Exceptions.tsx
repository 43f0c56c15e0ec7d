import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import { formatMoney } from '#/lib/money';
import { Button } from '#/ui/Button';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import { LedgerEntry } from '#/widget/ledger/LedgerEntry';
import { exceptionsQuery } from './queries';
import type { ReportFilter } from './report-search';
import css from './Report.module.css';

const KNOWN = [
  'lineVoid',
  'basketAbandoned',
  'paymentHeld',
  'heldPaymentDecided',
  'manualPayment',
  'paymentUnmatched',
  'drawerOpened',
  'logInLocked',
  'reprint',
] as const;

/** What somebody should look at, the newest first. */
export function Exceptions({ filter }: { filter: ReportFilter }) {
  const { t } = useTranslation('report');
  const query = useInfiniteQuery(exceptionsQuery(filter));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const titleOf = (what: string): string => {
    const known = KNOWN.find((one) => one === what);
    return known ? t(`exception.${known}`) : what;
  };
  return (
    <section className={css.panel} aria-label={t('exception.title')}>
      <h2 className="t-lead">{t('exception.title')}</h2>
      {query.isError && <ErrorState title={t('failed')} text={errorText(query.error)} onRetry={() => void query.refetch()} />}
      {query.isPending && (
        <Loading>
          <Bone height={96} radius={10} />
        </Loading>
      )}
      {query.isSuccess && rows.length === 0 && <p className="t-meta">{t('exception.none')}</p>}
      <ol className={css.exceptions} aria-label={t('exception.title')}>
        {rows.map((row) => (
          <LedgerEntry
            key={`${row.at}${row.chainId}${row.about}`}
            title={titleOf(row.what)}
            text={row.about !== '' && <bdi dir="ltr">{row.about}</bdi>}
            at={row.at}
            facts={[row.staffName, row.chainId, row.amount ? formatMoney(row.amount) : null]}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button variant="quiet" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('exception.more')}
        </Button>
      )}
    </section>
  );
}
