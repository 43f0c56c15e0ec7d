import { IconPlayerPlay } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { get, post } from '#/api/client';
import { errorText } from '#/api/refusal';
import type { components } from '#/api/schema';
import { showNotice } from '#/lib/notice';
import { Button } from '#/ui/Button';
import { Note } from '#/ui/Note';
import { Tag } from '#/ui/Tag';
import { LedgerEntry } from '#/widget/ledger/LedgerEntry';
import { FormSection } from '../FormFrame';
import settingCss from '../Setting.module.css';
import { sectionKey } from '../use-entries';
import css from './JobLog.module.css';
import { STATE_TONE } from './state';

type Run = components['schemas']['ScheduledJobRunView'];

const PAGE_ROWS = 10;
/** How soon it is looked again while a run goes on. */
const LOOK_AGAIN_MS = 1000;

const isOpen = (run: Run): boolean => run.state === 'IDLE' || run.state === 'RUNNING';

function RunEntry({ run }: { run: Run }) {
  const { t } = useTranslation('setting');
  const text = run.wasInterrupted ? t('job.interrupted') : run.text;
  const changed = run.changed === null || run.changed === undefined ? null : t('job.changed', { changes: run.changed });
  return (
    <LedgerEntry
      title={<Tag {...STATE_TONE[run.state]}>{t(`job.state.${run.state}`)}</Tag>}
      text={
        text !== '' && (
          <span className={css.text} dir="auto">
            {text}
          </span>
        )
      }
      at={run.startedAt ?? run.askedAt}
      facts={[run.staffId ? (run.staffName ?? run.staffId) : t('job.byItself'), changed]}
    />
  );
}

/** How a job went, the newest run first, and the button that has it run now. */
export function JobLog({ jobId, isBlocked }: { jobId: string; isBlocked: boolean }) {
  const { t } = useTranslation('setting');
  const client = useQueryClient();
  const key = [...sectionKey('scheduledJob'), 'log', jobId];
  const log = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      get('/setting/scheduled-job/{jobId}/log', {
        path: { jobId },
        query: { cursor: pageParam ?? '', limit: PAGE_ROWS },
        signal,
        notice: 'none',
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor ?? null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.items.some(isOpen)) ? LOOK_AGAIN_MS : false),
  });
  const running = useMutation({
    mutationFn: () => post('/setting/scheduled-job/{jobId}/run', { path: { jobId }, body: {}, notice: 'none' }),
    onSuccess: () => showNotice('success', t('job.begun')),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const runs = log.data?.pages.flatMap((page) => page.items) ?? [];
  // The list beside the form tells of each job how its last run stands.
  const latest = runs[0]?.state;
  useEffect(() => {
    if (latest) void client.invalidateQueries({ queryKey: [...sectionKey('scheduledJob'), 'list'] });
  }, [client, latest]);
  return (
    <FormSection title={t('job.log')}>
      <div className={settingCss.wide}>
        <Button
          icon={<IconPlayerPlay size={20} stroke={1.6} />}
          isBusy={running.isPending || runs.some(isOpen)}
          isBlocked={isBlocked}
          onClick={() => running.mutate()}
        >
          {t('job.runNow')}
        </Button>
        {running.error && (
          <Note tone="garnet" role="alert">
            {errorText(running.error)}
          </Note>
        )}
        {log.isError && <Note tone="citrine">{errorText(log.error)}</Note>}
        {log.isSuccess && runs.length === 0 && <p className={`t-meta ${css.none}`}>{t('job.noRuns')}</p>}
        <ol aria-label={t('job.log')}>
          {runs.map((run) => (
            <RunEntry key={run.runId} run={run} />
          ))}
        </ol>
        {log.hasNextPage && (
          <Button variant="quiet" isBusy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('history.more')}
          </Button>
        )}
      </div>
    </FormSection>
  );
}
