import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { DocumentFact } from '#/widget/document-pane/DocumentPane';
import { breakdownQuery, type Statement } from './queries';
import css from './StatementPane.module.css';

/** From which receipt to which a statement goes, and what each of the staff took. It waits until cash is counted. */
export function Breakdown({ statement: { statementNo, version, isBlind } }: { statement: Statement }) {
  const { t } = useTranslation('statement');
  const { data } = useQuery({ ...breakdownQuery(statementNo, version), enabled: !isBlind });
  if (!data || data.staff.length === 0) return null;
  const { firstReceiptNo: first, lastReceiptNo: last } = data;
  return (
    <section className={css.section}>
      <h3>{t('breakdown.staff')}</h3>
      {first !== null && last !== null && <p className="t-cap num">{t('breakdown.receipts', { first, last })}</p>}
      <ul>
        {data.staff.map(({ staffId, name, documents, salesAmount, paymentAmount }) => (
          <li key={staffId} className={css.tender}>
            <dl>
              <DocumentFact name={<bdi>{name}</bdi>}>
                <Amount money={paymentAmount} />
              </DocumentFact>
            </dl>
            <p className="t-cap num">
              {t('figure.documents', { count: documents })}
              {' · '}
              {t('breakdown.sales', { amount: formatMoney(salesAmount) })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
