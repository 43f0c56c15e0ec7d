import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatMoment } from '#/lib/date';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { Note } from '#/ui/Note';
import { DocumentFact } from '#/widget/document-pane/DocumentPane';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './CashReport.module.css';
import type { CashReport } from './cash-report-search';
import { FileDialog } from './FileDialog';
import { StateTag } from './StateTag';

function FilingFacts({ filing }: { filing: NonNullable<CashReport['filing']> }) {
  const { t } = useTranslation('cashReport');
  const timeZone = useTimeZone();
  return (
    <>
      <DocumentFact name={t('field.reference')}>
        <bdi>{filing.reference}</bdi>
      </DocumentFact>
      <DocumentFact name={t('field.filedOn')}>
        <bdi dir="ltr">{formatDay(filing.filedOn)}</bdi>
      </DocumentFact>
      <DocumentFact name={t('field.filedBy')}>
        <bdi>{filing.filedBy}</bdi>
      </DocumentFact>
      <DocumentFact name={t('field.filedAt')}>
        <bdi dir="ltr">{formatMoment(filing.filedAt, timeZone)}</bdi>
      </DocumentFact>
    </>
  );
}

/** What there is to know of a report, and noting that it was filed. */
export function ReportBody({ report }: { report: CashReport }) {
  const { t } = useTranslation('cashReport');
  const [isFiling, setFiling] = useState(false);
  return (
    <div className={css.body}>
      <div>
        <StateTag state={report.state} />
      </div>
      {report.state === 'OVERDUE' && (
        <Note tone="garnet">{t('overdue', { date: formatDay(report.dueOn) })}</Note>
      )}
      {report.entryNo > 1 && <Note tone="citrine">{t('amends')}</Note>}
      <dl>
        <DocumentFact name={t('field.amount')}>
          <Amount money={report.amount} className="t-strong" />
        </DocumentFact>
        <DocumentFact name={t('field.businessDate')}>
          <bdi dir="ltr">{formatDay(report.businessDate)}</bdi>
        </DocumentFact>
        <DocumentFact name={t('field.dueOn')}>
          <bdi dir="ltr">{formatDay(report.dueOn)}</bdi>
        </DocumentFact>
        <DocumentFact name={t('field.customer')}>
          <bdi>{report.customerName ?? t('nobody')}</bdi>
        </DocumentFact>
        {report.identity && (
          <DocumentFact name={t('field.identity')}>
            <bdi dir="ltr">{report.identity}</bdi>
          </DocumentFact>
        )}
        <DocumentFact name={t('field.receiptNo')}>
          <bdi dir="ltr">{report.receiptNo}</bdi>
        </DocumentFact>
        <DocumentFact name={t('field.storeNo')}>
          <bdi dir="ltr">{report.storeNo}</bdi>
        </DocumentFact>
        {report.filing && <FilingFacts filing={report.filing} />}
      </dl>
      {!report.filing && (
        <>
          <p className="t-meta">{t('workingDays')}</p>
          <Button variant="primary" size="lg" isWide onClick={() => setFiling(true)}>
            {t('file.name')}
          </Button>
        </>
      )}
      {isFiling && <FileDialog report={report} onClose={() => setFiling(false)} />}
    </div>
  );
}
