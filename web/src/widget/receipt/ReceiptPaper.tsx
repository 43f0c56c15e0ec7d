import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import { ErrorState } from '#/ui/ErrorState';
import { cx } from '#/ui/cx';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './Receipt.module.css';
import { usePaper, type useReceipt } from './use-receipt';

/** Without the viewer's own bars: paper and nothing else. */
const VIEW = '#toolbar=0&navpanes=0&view=FitH';

interface ReceiptPaperProps {
  /** It is an A4 page and no slip. */
  isPage?: boolean;
  receipt: ReturnType<typeof useReceipt>;
  receiptNo: string;
}

/** The receipt as it is printed, shown by the browser's own reader. */
export function ReceiptPaper({ receipt, receiptNo, isPage }: ReceiptPaperProps) {
  const { t } = useTranslation('order');
  const paper = usePaper(receipt.data);
  const name = t('receipt.paper', { receiptNo });
  if (receipt.isError) {
    return (
      <div className={css.desk}>
        <ErrorState title={t('receipt.failed')} text={errorText(receipt.error)} onRetry={() => void receipt.refetch()} />
      </div>
    );
  }
  if (paper === null) {
    return (
      <div className={css.desk}>
        <div className={css.blank}>
          <Loading>
            <Bone height={520} radius={4} />
          </Loading>
        </div>
      </div>
    );
  }
  if (!navigator.pdfViewerEnabled) {
    return (
      <div className={css.desk}>
        <div className={css.elsewhere}>
          <p>{t('receipt.noReader')}</p>
          <a className={css.open} href={paper.url} target="_blank" rel="noreferrer">
            <IconExternalLink size={22} stroke={1.6} aria-hidden="true" />
            {t('receipt.open')}
          </a>
        </div>
      </div>
    );
  }
  return (
    <div className={css.desk}>
      <div
        className={cx(css.paper, isPage && css.page)}
        style={paper.size ? { aspectRatio: `${paper.size.width} / ${paper.size.height}` } : { blockSize: '100%' }}
      >
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; it is our own paper */}
        <iframe src={`${paper.url}${VIEW}`} title={name} />
      </div>
    </div>
  );
}
