import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { errorText } from '#/api/refusal';
import { formatMoney } from '#/lib/money';
import { Button } from '#/ui/Button';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import { ExportButton } from '#/widget/list/ExportButton';
import { LedgerEntry } from '#/widget/ledger/LedgerEntry';
import { exceptionsQuery, type ReportException } from './queries';
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
  'statementTerminalUnmatched',
  'statementTerminalNotRead',
  'statementRecounted',
  'statementCleared',
  'cashIn',
  'cashOut',
] as const;

const DECISIONS = [
  'paid',
  'notPaid',
  'acceptPart',
  'reverse',
  'notBooked',
  'notCaptured',
  'amountDiffers',
  'noAttempt',
  'unknown',
  'manual',
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
  const text = ({ what, decision }: ReportException): string => {
    const decided = DECISIONS.find((one) => one === decision);
    return decided ? t('exception.withDecision', { what: titleOf(what), decision: t(`exception.decision.${decided}`) }) : titleOf(what);
  };
  return (
    <section className={css.panel} aria-label={t('exception.title')}>
      <div className={css.panelHead}>
        <h2 className="t-lead">{t('exception.title')}</h2>
        {rows.length > 0 && (
          <ExportButton
            label={t('exception.export')}
            address={address('/report/day/exception/export.csv', { query: filter })}
            fileName={`${t('exception.exportName')}-${filter.from}-${filter.to}.csv`}
          />
        )}
      </div>
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
            title={text(row)}
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
