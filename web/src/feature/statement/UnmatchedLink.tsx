import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '#/api/permission';
import { page } from '#/lib/path';
import { RESOLVE } from './queries';
import css from './Statement.module.css';

/** The way to what does not agree, for those who decide about it. */
export function UnmatchedLink({ className = css.link }: { className?: string | undefined }) {
  const { t } = useTranslation('statement');
  if (!useMay(RESOLVE)) return null;
  return (
    <Link to={page.statementUnmatched} className={className}>
      {t('unmatched.link')}
    </Link>
  );
}
