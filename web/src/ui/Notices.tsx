import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dismissNotice, pauseNotices, resumeNotices, shownNotices, type Notice } from '#/lib/notice';
import { useSignal } from '#/lib/signal';
import { cx } from './cx';
import css from './Notices.module.css';

function NoticeBody({ notice }: { notice: Notice }) {
  const Icon = notice.tone === 'success' ? IconCheck : IconAlertTriangle;
  return (
    <>
      <Icon size={22} stroke={1.6} aria-hidden="true" />
      <span>{notice.text}</span>
    </>
  );
}

/** Top centre under the header. A notice about money is pressed away once it has been read. */
export function Notices() {
  const { t } = useTranslation();
  const notices = useSignal(shownNotices);
  const polite = notices.filter((notice) => notice.tone === 'success');
  const urgent = notices.filter((notice) => notice.tone !== 'success');
  return (
    <section aria-label={t('notices')} className={css.region} onMouseEnter={pauseNotices} onMouseLeave={resumeNotices}>
      {[urgent, polite].map((list, index) => (
        <div key={index === 0 ? 'urgent' : 'polite'} role={index === 0 ? 'alert' : 'status'} className={css.stack}>
          {list.map((notice) =>
            notice.isSticky ? (
              <button
                key={notice.id}
                type="button"
                className={cx(css.notice, css[notice.tone], css.sticky)}
                onClick={() => dismissNotice(notice.id)}
                title={t('close')}
              >
                <NoticeBody notice={notice} />
              </button>
            ) : (
              <div key={notice.id} className={cx(css.notice, css[notice.tone])}>
                <NoticeBody notice={notice} />
              </div>
            ),
          )}
        </div>
      ))}
    </section>
  );
}
