import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button';
import { cx } from './cx';
import css from './EmptyState.module.css';

interface ErrorStateProps {
  /** What: "Orders did not load". */
  title: string;
  /** Why, and what is certain. */
  text: string;
  /** What to read out to support; also copied. */
  reference?: string | null;
  onRetry?: () => void;
}

/** A part of the page that failed: what, why, what next. */
export function ErrorState({ title, text, reference, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  const copy = (): void => {
    const details = [title, text, reference, window.location.pathname, new Date().toISOString()];
    void navigator.clipboard?.writeText(details.filter(Boolean).join('\n'));
  };
  return (
    <div className={css.state} role="alert">
      <span className={css.disc}>
        <IconAlertTriangle size={30} stroke={1.6} aria-hidden="true" />
      </span>
      <h2 className={cx('t-disp', css.title)}>{title}</h2>
      <p className={css.text}>{text}</p>
      <div className={css.actions}>
        <Button variant="quiet" onClick={copy}>
          {t('copyDetails')}
        </Button>
        {onRetry && (
          <Button variant="primary" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )}
      </div>
      {reference && <p className={cx('t-cap num', css.reference)}>{t('reference', { reference })}</p>}
    </div>
  );
}
