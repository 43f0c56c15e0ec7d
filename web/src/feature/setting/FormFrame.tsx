import { IconArrowLeft, IconPencil } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import { token } from '#/api/session-store';
import { showNotice } from '#/lib/notice';
import { useShortcuts } from '#/lib/shortcut';
import { useUnsaved } from '#/lib/unsaved';
import { useIsNarrow } from '#/lib/use-media';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { ErrorState } from '#/ui/ErrorState';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './Setting.module.css';
import { isSameForm, type SettingSearch } from './setting-search';
import { isConflict, type Form } from './use-form';

/** Asks before what was typed is lost: on leaving, on closing the tab, on choosing another entry. */
function LeaveGuard({ changes, isSaving }: { changes: number; isSaving: boolean }) {
  const { t } = useTranslation('setting');
  useUnsaved(isSaving ? 0 : changes);
  const blocker = useBlocker({
    // A session that has ended keeps nobody here: there is nothing left that could be saved.
    shouldBlockFn: ({ current, next }) =>
      changes > 0 &&
      !isSaving &&
      token.get() !== null &&
      (current.pathname !== next.pathname || !isSameForm(current.search as SettingSearch, next.search as SettingSearch)),
    enableBeforeUnload: () => changes > 0,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('form.leave', { count: changes })}
      consequence={t('form.leaveText')}
      stay={t('form.stay')}
      go={t('form.discard')}
      isDestructive
      onStay={blocker.reset}
      onGo={blocker.proceed}
    />
  );
}

/** Why it was not saved. */
function Trouble({ form }: { form: Pick<Form<never>, 'error' | 'conflict'> }) {
  const { t } = useTranslation('setting');
  const { error, conflict } = form;
  if (conflict) {
    return (
      <Note tone="citrine" role="alert">
        <b>{error ? errorText(error) : t('form.conflict')}</b>
        <p>{t('form.conflictText')}</p>
        {conflict.both.length > 0 && (
          <p>{t('form.conflictBoth', { fields: conflict.both.map((name) => t(`field.${name}` as never, { defaultValue: name })).join(', ') })}</p>
        )}
      </Note>
    );
  }
  if (!error || isConflict(error)) return null;
  return (
    <Note tone="garnet" role="alert">
      {error instanceof ApiError ? errorText(error) : `${errorText(error)} ${t('nothingChanged')}`}
    </Note>
  );
}

export interface FormFrameProps<T extends object> {
  title: string;
  sub?: ReactNode;
  /** Stands at the beginning of the head: who it is. */
  lead?: ReactNode;
  /** Stands at the end of the head: a state, a switch. */
  aside?: ReactNode;
  form: Form<T>;
  /** Words of the button: "Save item". */
  saveLabel: string;
  onClose: () => void;
  children: ReactNode;
  /** Nothing in it can be changed as it stands. */
  isReadOnly?: boolean;
  /** Stands before the buttons: what else can be done with the entry. */
  actions?: ReactNode;
}

/** Head, body that scrolls, and the foot with what is unsaved. */
export function FormFrame<T extends object>(props: FormFrameProps<T>) {
  const { title, sub, lead, aside, form, saveLabel, onClose, children, isReadOnly, actions } = props;
  const { t } = useTranslation('setting');
  const isNarrow = useIsNarrow();
  const body = useRef<HTMLFormElement>(null);
  const { changes, error, isSaving } = form;
  // The first field that is wrong has the focus; without one the reason itself is read.
  useEffect(() => {
    if (error) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const save = (): void => {
    const invalid = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (isReadOnly) return;
    if (changes === 0) showNotice('warning', t('form.unchanged'));
    else if (invalid && !error) invalid.focus();
    else form.save();
  };
  useShortcuts({ 'Control+KeyS': save });
  return (
    <section className={css.pane} aria-label={title}>
      <LeaveGuard changes={changes} isSaving={isSaving} />
      <div className={css.head}>
        {isNarrow && (
          <IconButton label={t('back')} icon={<IconArrowLeft size={24} stroke={1.6} className="mirror" />} onClick={onClose} />
        )}
        {lead}
        <div className={css.headText}>
          <h2 className="t-title">
            <bdi>{title}</bdi>
          </h2>
          {sub && <p className="t-meta">{sub}</p>}
        </div>
        {aside}
      </div>
      <form
        ref={body}
        className={css.body}
        noValidate
        data-scroll
        // What cannot be changed now is read with the arrow keys: nothing in it takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p className="sr">{t('form.required')}</p>
        {(form.error ?? form.conflict) && (
          <div className={cx(css.trouble, error instanceof ApiError && error.refusal?.field && css.ofField)}>
            <Trouble form={form} />
          </div>
        )}
        {children}
        {/* Enter in a field saves. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
      <div className={css.foot}>
        <span className={css.unsaved} role="status">
          {changes > 0 && <IconPencil size={20} stroke={1.6} aria-hidden="true" />}
          {changes > 0 ? t('form.unsaved', { count: changes }) : ''}
        </span>
        {actions}
        {changes > 0 && (
          <Button variant="quiet" onClick={form.discard}>
            {t('form.discard')}
          </Button>
        )}
        {!isReadOnly && (
          <Button variant="primary" isBusy={isSaving} onClick={save}>
            {saveLabel}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Fields that belong together, under a heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.section}>
      <legend>{title}</legend>
      <div className={css.fields}>{children}</div>
    </fieldset>
  );
}

/** What stands in place of a form while its entry is read, or when it cannot be. */
export function FormWaiting({ error, onRetry, onClose }: { error: Error | null; onRetry: () => void; onClose: () => void }) {
  const { t } = useTranslation('setting');
  if (!error) {
    return (
      <section className={css.pane}>
        <Loading>
          <div className={css.bones}>
            <Bone width="40%" height={28} />
            <Bone height={48} />
            <Bone height={48} />
          </div>
        </Loading>
      </section>
    );
  }
  return (
    <section className={css.pane}>
      <ErrorState
        title={t('form.failed')}
        text={`${errorText(error)} ${t('nothingChanged')}`}
        reference={error instanceof ApiError ? error.reference : null}
        onRetry={onRetry}
      />
      <div className={css.foot}>
        <Button variant="quiet" onClick={onClose}>
          {t('back')}
        </Button>
      </div>
    </section>
  );
}
