import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { errorText } from '#/api/refusal';
import type { components } from '#/api/schema';
import { formatExactMoment } from '#/lib/date';
import { Button } from '#/ui/Button';
import { Note } from '#/ui/Note';
import { useTimeZone } from '#/widget/use-time-zone';
import { FormSection } from './FormFrame';
import css from './History.module.css';
import settingCss from './Setting.module.css';
import { sectionKey } from './use-entries';

type Change = components['schemas']['SettingChangeView'];
type Field = Change['fields'][number];

const PAGE_ROWS = 10;

function FieldChange({ field }: { field: Field }) {
  const { t } = useTranslation('setting');
  const text = (value: string | null | undefined): string => (value === null || value === undefined || value === '' ? t('history.nothing') : value);
  return (
    <li className={css.field}>
      <span className={css.name}>{t(`field.${field.name}` as never, { defaultValue: field.name })}</span>
      <span className={css.values}>
        <del>
          <bdi>{text(field.before)}</bdi>
        </del>
        <ins>
          <bdi>{text(field.after)}</bdi>
        </ins>
      </span>
    </li>
  );
}

interface HistoryProps {
  /** What kind of entry it is, as changes name it. */
  setting: string;
  entryKey: string;
  /** The version that is shown: another one has another history. */
  version: number;
}

/** Who changed an entry, when, and what it was before. */
export function History({ setting, entryKey, version }: HistoryProps) {
  const { t } = useTranslation('setting');
  const timeZone = useTimeZone();
  const changes = useInfiniteQuery({
    queryKey: [...sectionKey(setting), 'history', entryKey, version],
    queryFn: ({ pageParam, signal }) =>
      get('/setting/history', { query: { setting, key: entryKey, cursor: pageParam ?? '', limit: PAGE_ROWS }, signal, notice: 'none' }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor ?? null,
    refetchOnWindowFocus: false,
  });
  const rows = changes.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <FormSection title={t('history.title')}>
      <div className={settingCss.wide}>
        {changes.isError && <Note tone="citrine">{errorText(changes.error)}</Note>}
        {changes.isSuccess && rows.length === 0 && <p className="t-meta">{t('history.none')}</p>}
        <ol className={css.changes}>
          {rows.map((change) => (
            <li key={change.changeId} className={css.change}>
              <p className={css.who}>
                <bdi>{change.staffName ?? change.staffId}</bdi>
                <span className="t-meta num">
                  <bdi>
                    {[formatExactMoment(change.changedAt, timeZone), change.terminalNo].filter(Boolean).join(' · ')}
                  </bdi>
                </span>
              </p>
              <ul>
                {change.fields.map((field) => (
                  <FieldChange key={field.name} field={field} />
                ))}
              </ul>
            </li>
          ))}
        </ol>
        {changes.hasNextPage && (
          <Button variant="quiet" isBusy={changes.isFetchingNextPage} onClick={() => void changes.fetchNextPage()}>
            {t('history.more')}
          </Button>
        )}
      </div>
    </FormSection>
  );
}
