import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { get, getDocument } from '#/api/client';
import { address } from '#/api/operation';
import { errorText } from '#/api/refusal';
import type { RecyclingPrint } from '#/api/types';
import { formatDay } from '#/lib/date';
import { saveFile } from '#/lib/save-file';
import { formatWeight } from '#/lib/weight';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './RecyclingPrint.module.css';
import { Strokes } from './SignaturePad';

const route = getRouteApi('/recyclingPrint');

function Paper({ paper }: { paper: RecyclingPrint }) {
  const { t } = useTranslation('recycling');
  return (
    <article className={css.paper}>
      <header className={css.head}>
        <div>
          <p className={css.company}>{paper.company}</p>
          <p>{paper.store}</p>
          {paper.storeLines.map((line) => (
            <p key={line} className="t-cap">
              {line}
            </p>
          ))}
        </div>
        <div>
          <h1 className="t-title">{t('print.title')}</h1>
          <p>
            <bdi dir="ltr">{paper.recyclingNo}</bdi>
          </p>
          <p>
            <bdi dir="ltr">{formatDay(paper.date)}</bdi>
          </p>
          {paper.receiptNo && (
            <p className="t-cap">
              {t('receiptNo')} <bdi dir="ltr">{paper.receiptNo}</bdi>
            </p>
          )}
        </div>
      </header>
      <p>
        {t('seller.name')}: <bdi>{paper.sellerName ?? t('print.erased')}</bdi> {paper.sellerDocument && <bdi dir="ltr">{paper.sellerDocument}</bdi>}
      </p>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('piece.description')}</th>
            <th scope="col">{t('piece.fineness')}</th>
            <th scope="col">{t('piece.net')}</th>
            <th scope="col">{t('piece.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {paper.lines.map((line, index) => (
            // Lines of a paper keep their order.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <td>
                <bdi>{`${line.quantity} × ${line.description}`}</bdi>
                {line.marks !== '' && <div className="t-cap">{line.marks}</div>}
              </td>
              <td>{[t(`metal.${line.metal}`), line.fineness > 0 ? String(line.fineness) : ''].filter(Boolean).join(' ')}</td>
              <td>
                <bdi dir="ltr">{formatWeight(line.value.netWeight)}</bdi>
              </td>
              <td>
                <Amount money={line.value.amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {paper.tax.minor > 0 && (
            <tr>
              <td colSpan={3}>{t('tax')}</td>
              <td>
                <Amount money={{ ...paper.tax, minor: -paper.tax.minor }} />
              </td>
            </tr>
          )}
          <tr>
            <th scope="row" colSpan={3}>
              {t('credit')}
            </th>
            <td>
              <Amount money={paper.amount} className="t-strong" />
            </td>
          </tr>
        </tfoot>
      </table>
      <p className="t-cap">{t('print.credit')}</p>
      {paper.signature.length > 0 && (
        <div className={css.signature}>
          <span className="t-cap">{t('seller.signature')}</span>
          <Strokes strokes={paper.signature as unknown as (readonly [number, number])[][]} label={t('seller.signature')} />
        </div>
      )}
      <section className={css.withdraw}>
        <h2 className="t-strong">{t('withdraw.title')}</h2>
        <p className="t-cap">{t('print.withdraw')}</p>
        {paper.withdrawUntil && (
          <p>
            {t('fact.until')} <bdi dir="ltr">{paper.withdrawUntil}</bdi>
          </p>
        )}
        <p className={css.blank}>{t('print.place')}</p>
        <p className={css.blank}>{t('print.signature')}</p>
      </section>
    </article>
  );
}

/** The certificate for whoever holds the link: paper only, no login. */
export function RecyclingPrintPage() {
  const { t } = useTranslation('recycling');
  const { link } = route.useSearch();
  const { data, error, refetch } = useQuery({
    queryKey: ['recycling-print', link],
    queryFn: ({ signal }) => get('/recycling-print/{link}', { path: { link }, signal, notice: 'none' }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pdf = useMutation({
    mutationFn: () => getDocument(address('/recycling-print/{link}/pdf', { path: { link } })),
    onSuccess: (file) => saveFile(file, `${data?.recyclingNo ?? 'recycling'}.pdf`),
  });
  return (
    <main className={css.page}>
      {error && <ErrorState title={t('print.failed')} text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Bone height={480} radius={12} />
        </Loading>
      )}
      {data && (
        <>
          <div className={css.actions}>
            <Button variant="primary" icon={<IconPrinter size={22} stroke={1.6} />} onClick={() => window.print()}>
              {t('print.print')}
            </Button>
            <Button variant="quiet" icon={<IconDownload size={22} stroke={1.6} />} isBusy={pdf.isPending} onClick={() => pdf.mutate()}>
              {t('print.pdf')}
            </Button>
          </div>
          {pdf.error && <ErrorState title={t('print.failed')} text={errorText(pdf.error)} onRetry={() => pdf.mutate()} />}
          <Paper paper={data} />
        </>
      )}
    </main>
  );
}
