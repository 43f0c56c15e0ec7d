import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get, put } from '#/api/client';
import { sessionQuery } from '#/api/queries';
import type { components } from '#/api/schema';
import { formatMoment } from '#/lib/date';
import { TextField } from '#/ui/Field';
import { useTimeZone } from '#/widget/use-time-zone';
import { EntryForm } from '../EntryForm';
import { CodeInput, DayInput, SelectInput, StepsInput, TextInput, TimeInput } from '../fields';
import { FormSection } from '../FormFrame';
import { useStores } from '../options';
import { PlainList } from '../PlainList';
import type { FormProps, ListProps, Section } from '../section';
import settingCss from '../Setting.module.css';
import { Week } from '../Week';
import { JobLog } from './JobLog';
import { STATE_TONE } from './state';

type Job = components['schemas']['ScheduledJobValue'];
type Weekday = Job['weekdays'][number];

const WEEK = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const satisfies readonly Weekday[];
const TYPES = ['DAILY', 'INTERVAL', 'ONCE'] as const satisfies readonly Job['runType'][];
const CODES = [
  'EXPIRE_LOYALTY',
  'EXPIRE_GIFTCARD',
  'EXPIRE_CRM_GIFT',
  'DEPOSIT_OVERDUE',
  'RELEASE_RESERVATIONS',
  'RECYCLE_RELEASE',
  'CLOSE_DAYS',
  'VERIFY_JOURNAL',
  'BACKUP',
  'SEND_ANCHORS',
  'IMPORT_RATES',
  'IMPORT_METAL',
] as const satisfies readonly Job['runCode'][];

/** What work is told, for work that is told something. */
const PARAMETER_HELP: Partial<Record<Job['runCode'], 'job.keepHelp' | 'job.currenciesHelp'>> = {
  BACKUP: 'job.keepHelp',
  IMPORT_RATES: 'job.currenciesHelp',
};

const BLANK: Job = {
  name: '',
  group: '',
  runCode: 'VERIFY_JOURNAL',
  runParameter: '',
  runType: 'DAILY',
  runBeginTime: '05:00',
  runEndDate: null,
  timeBetween: 60,
  weekdays: [...WEEK],
  storeNo: null,
};

/** When a job runs next, in words. */
function useNextRun(): (value: Job) => string {
  const { t } = useTranslation('setting');
  const timeZone = useTimeZone();
  return ({ nextRunTime }) => (nextRunTime ? formatMoment(nextRunTime, timeZone) : t('job.never'));
}

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  const nextRun = useNextRun();
  return (
    <PlainList
      {...props}
      load={(request) => get('/setting/scheduled-job', request)}
      rowOf={(value) => {
        const state = value.state ?? 'IDLE';
        return {
          title: value.name,
          sub: `${value.group} · ${nextRun(value)}`,
          ...(state === 'IDLE' ? {} : { tag: { ...STATE_TONE[state], text: t(`job.state.${state}`) } }),
        };
      }}
    />
  );
}

function Form(props: FormProps) {
  const { t } = useTranslation('setting');
  const stores = useStores();
  const here = useQuery({ ...sessionQuery, enabled: false }).data?.store.storeNo ?? null;
  const nextRun = useNextRun();
  return (
    <EntryForm<Job, { key: string; version: number; value: Job }>
      {...props}
      name="scheduledJob"
      hasHistory
      blank={() => ({ ...BLANK, storeNo: here })}
      titleOf={(value) => value.name}
      read={(jobId, signal) => get('/setting/scheduled-job/{jobId}', { path: { jobId }, signal, notice: 'none' })}
      write={(jobId, { version, value }) => {
        const { nextRunTime: _, state: __, ...rest } = value;
        // What another work was told is not carried over to one that takes nothing.
        const runParameter = PARAMETER_HELP[rest.runCode] ? rest.runParameter : '';
        return put('/setting/scheduled-job/{jobId}', { path: { jobId }, body: { version, value: { ...rest, runParameter } }, notice: 'none' });
      }}
    >
      {(form, isNew, { stored }) => {
        const help = PARAMETER_HELP[form.value.runCode];
        return (
          <>
            <FormSection title={t('part.job')}>
              <CodeInput form={form} isNew={isNew} />
              <TextInput form={form} name="name" label={t('field.name')} isRequired />
              <TextInput form={form} name="group" label={t('field.group')} isRequired />
              <div className={settingCss.wide}>
                <SelectInput
                  form={form}
                  name="runCode"
                  label={t('field.runCode')}
                  options={CODES.map((value) => ({ value, label: t(`job.code.${value}`) }))}
                  isRequired
                />
              </div>
              {help && <TextInput form={form} name="runParameter" label={t('field.runParameter')} help={t(help)} isLtr isWide />}
            </FormSection>
            <FormSection title={t('part.plan')}>
              <div className={settingCss.wide}>
                <SelectInput
                  form={form}
                  name="runType"
                  label={t('field.runType')}
                  options={TYPES.map((value) => ({ value, label: t(`job.type.${value}`) }))}
                  isRequired
                />
              </div>
              <TimeInput form={form} name="runBeginTime" label={t('field.runBeginTime')} isRequired />
              {form.value.runType === 'INTERVAL' && (
                <StepsInput form={form} name="timeBetween" label={t('field.timeBetween')} digits={0} isRequired />
              )}
              <DayInput form={form} name="runEndDate" label={t('field.runEndDate')} />
              <SelectInput form={form} name="storeNo" label={t('job.clock')} options={stores} none={[t('job.firstStore'), stores[0]?.label].filter(Boolean).join(': ')} />
              {stored && <TextField label={t('job.next')} readOnly dir="auto" value={nextRun(stored.value)} />}
              <Week
                label={t('field.weekdays')}
                isOn={(day) => form.value.weekdays.includes(WEEK[day] as Weekday)}
                onSwitch={(switched) =>
                  form.set({ weekdays: WEEK.filter((day, at) => form.value.weekdays.includes(day) !== (at === switched)) })
                }
              >
                <span className="t-cap">{t('job.dayHelp')}</span>
              </Week>
            </FormSection>
            {stored && <JobLog jobId={stored.key} isBlocked={form.changes > 0} />}
          </>
        );
      }}
    </EntryForm>
  );
}

export const section: Section = { List, Form };
