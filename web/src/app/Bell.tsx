import { Popover } from '@mantine/core';
import { IconBell, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recallCount } from '#/api/observer';
import { TAKE_DEPOSIT } from '#/api/permission';
import { alertQuery, sessionQuery } from '#/api/queries';
import { formatTime } from '#/lib/date';
import { recentNotices } from '#/lib/notice';
import { formatInteger } from '#/lib/money';
import { page } from '#/lib/path';
import { useSignal } from '#/lib/signal';
import { cx } from '#/ui/cx';
import { IconButton } from '#/ui/IconButton';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './Bell.module.css';

function RecentNotices() {
  const { t } = useTranslation('shell');
  const timeZone = useTimeZone();
  const notices = useSignal(recentNotices);
  return (
    <section>
      <h2 className={css.head}>{t('waiting.recent')}</h2>
      {notices.length === 0 && <p className={css.none}>{t('waiting.noNotices')}</p>}
      <ul className={css.notices}>
        {notices.map((notice) => (
          <li key={notice.id}>
            <span className="t-cap num">{formatTime(notice.at, timeZone)}</span>
            <span>{notice.text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Row {
  name: string;
  count: number;
  /** Where it is looked after; none where there is no page for it. */
  way: Pick<LinkProps, 'to' | 'params' | 'search'> | null;
  /** Whether its last day is over. */
  isLate?: boolean;
}

/** The form of the one job that failed, with its log; of several the list. */
const jobOf = ([id, ...others]: readonly string[]): { id?: string } => (id !== undefined && others.length === 0 ? { id } : {});

/** What waits for this store, and the notices that have vanished. */
export function Bell() {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  const recall = useSignal(recallCount);
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  // Nobody is asked once the session is over.
  const { data } = useQuery({ ...alertQuery, enabled: session !== undefined });
  const mayDeposit = session?.permissions.includes(TAKE_DEPOSIT) ?? false;
  const failed = data?.failedJobs ?? [];
  const rows: Row[] = [
    { name: t('waiting.job'), count: failed.length, way: { to: page.settingSection, params: { section: 'scheduledJob' }, search: jobOf(failed) } },
    { name: t('waiting.recall'), count: recall, way: null },
    { name: t('waiting.rma'), count: data?.RMA ?? 0, way: null },
    { name: t('waiting.deposit'), count: data?.deposit ?? 0, way: mayDeposit ? { to: page.deposit } : null },
    { name: t('waiting.cashReport'), count: data?.cashReport?.due ?? 0, way: { to: page.cashReport } },
    { name: t('waiting.cashReportOverdue'), count: data?.cashReport?.overdue ?? 0, way: { to: page.cashReport }, isLate: true },
  ];
  const waiting = rows.filter(({ count }) => count > 0);
  const label = recall > 0 ? t('bell', { count: recall }) : t('bellNone');
  return (
    <Popover opened={isOpen} onChange={setOpen} width={340}>
      <Popover.Target>
        <IconButton
          label={failed.length > 0 ? `${t('waiting.job')}: ${formatInteger(failed.length)}. ${label}` : label}
          icon={<IconBell size={24} stroke={1.6} />}
          badge={recall + failed.length}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('waiting.title')}>
        <div className={css.panel} tabIndex={-1} data-autofocus>
          <h2 className={css.head}>{t('waiting.title')}</h2>
          {waiting.length === 0 && <p className={css.none}>{t('waiting.none')}</p>}
          <ul>
            {waiting.map(({ name, count, way, isLate }) => (
              <li key={name}>
                {way ? (
                  <Link {...way} className={cx(css.row, isLate && css.late)} onClick={() => setOpen(false)}>
                    <span>{name}</span>
                    <span className={css.rowEnd}>
                      <b className="num">{formatInteger(count)}</b>
                      <IconChevronRight size={18} stroke={1.6} className="mirror" aria-hidden="true" />
                    </span>
                  </Link>
                ) : (
                  <div className={css.row}>
                    <span>{name}</span>
                    <b className="num">{formatInteger(count)}</b>
                  </div>
                )}
              </li>
            ))}
          </ul>
          <RecentNotices />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
