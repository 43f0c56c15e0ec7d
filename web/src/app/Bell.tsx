import { Popover } from '@mantine/core';
import { IconBell, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
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

/** What waits for this store, and the notices that have vanished. */
export function Bell() {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  const recall = useSignal(recallCount);
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  // Nobody is asked once the session is over.
  const { data } = useQuery({ ...alertQuery, enabled: session !== undefined });
  const mayDeposit = session?.permissions.includes(TAKE_DEPOSIT) ?? false;
  const rows = [
    { name: t('waiting.recall'), count: recall, to: null },
    { name: t('waiting.rma'), count: data?.RMA ?? 0, to: null },
    { name: t('waiting.deposit'), count: data?.deposit ?? 0, to: mayDeposit ? page.deposit : null },
    { name: t('waiting.cashReport'), count: data?.cashReport?.due ?? 0, to: page.cashReport },
    { name: t('waiting.cashReportOverdue'), count: data?.cashReport?.overdue ?? 0, to: page.cashReport, isLate: true },
  ].filter(({ count }) => count > 0);
  return (
    <Popover opened={isOpen} onChange={setOpen} width={340}>
      <Popover.Target>
        <IconButton
          label={recall > 0 ? t('bell', { count: recall }) : t('bellNone')}
          icon={<IconBell size={24} stroke={1.6} />}
          badge={recall}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('waiting.title')}>
        <div className={css.panel} tabIndex={-1} data-autofocus>
          <h2 className={css.head}>{t('waiting.title')}</h2>
          {rows.length === 0 && <p className={css.none}>{t('waiting.none')}</p>}
          <ul>
            {rows.map(({ name, count, to, isLate }) => (
              <li key={name}>
                {to ? (
                  <Link to={to} className={cx(css.row, isLate && css.late)} onClick={() => setOpen(false)}>
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
