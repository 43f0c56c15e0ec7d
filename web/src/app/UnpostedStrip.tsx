import { IconCalendarExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { COUNT_STATEMENT, useMay } from '#/api/permission';
import { alertQuery, sessionQuery } from '#/api/queries';
import { formatDay } from '#/lib/date';
import { page } from '#/lib/path';
import { cx } from '#/ui/cx';
import css from './OfflineStrip.module.css';

const BYPASS = 'statement.checkBypass';

/** Under the header while an earlier day is not posted, in a store where nobody sells before. */
export function UnpostedStrip() {
  const { t } = useTranslation('shell');
  const mayCount = useMay(COUNT_STATEMENT);
  const mayBypass = useMay(BYPASS);
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const { data } = useQuery({ ...alertQuery, enabled: session !== undefined });
  if (!data?.unpostedDate) return null;
  return (
    <div className={cx(css.strip, css.long)}>
      <IconCalendarExclamation size={22} stroke={1.6} className={css.icon} aria-hidden="true" />
      <span role="alert" className={css.text}>
        {t('unposted.text', { date: formatDay(data.unpostedDate) })} {t(mayBypass ? 'unposted.bypass' : 'unposted.blocked')}
      </span>
      {mayCount && (
        <Link to={page.statement} className={css.details}>
          {t('unposted.link')}
        </Link>
      )}
    </div>
  );
}
