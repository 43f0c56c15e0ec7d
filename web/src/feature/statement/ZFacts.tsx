import { useTranslation } from 'react-i18next';
import { formatMoment } from '#/lib/date';
import { formatInteger } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import { DocumentFact } from '#/widget/document-pane/DocumentPane';
import { useTimeZone } from '#/widget/use-time-zone';
import type { Z } from './queries';
import css from './Statement.module.css';

function Hash({ text }: { text: string }) {
  const { t } = useTranslation('statement');
  return text === '' ? (
    t('z.first')
  ) : (
    <bdi dir="ltr" className={css.hash}>
      {text}
    </bdi>
  );
}

/** The Z of a posted statement: its number, who posted it, and what proves it. */
export function ZFacts({ z }: { z: Z }) {
  const { t } = useTranslation('statement');
  const timeZone = useTimeZone();
  return (
    <dl>
      <DocumentFact name={t('z.number')}>
        <b>{formatInteger(z.zNo)}</b>
      </DocumentFact>
      <DocumentFact name={t('z.postedBy')}>
        <bdi>{z.postedBy}</bdi>
      </DocumentFact>
      {z.approvedBy && (
        <DocumentFact name={t('z.approvedBy')}>
          <bdi>{z.approvedBy}</bdi>
        </DocumentFact>
      )}
      <DocumentFact name={t('z.postedAt')}>
        <bdi dir="ltr">{formatMoment(z.postedAt, timeZone)}</bdi>
      </DocumentFact>
      <DocumentFact name={t('z.perpetual')}>
        <Amount money={z.perpetualSales} />
      </DocumentFact>
      <DocumentFact name={t('z.perpetualAbsolute')}>
        <Amount money={z.perpetualAbsolute} />
      </DocumentFact>
      <DocumentFact name={t('z.hash')}>
        <Hash text={z.hash} />
      </DocumentFact>
      <DocumentFact name={t('z.previousHash')}>
        <Hash text={z.previousHash} />
      </DocumentFact>
      {z.closingHash && (
        <DocumentFact name={t('z.closingHash')}>
          <Hash text={z.closingHash} />
        </DocumentFact>
      )}
    </dl>
  );
}
