import { IconX } from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText, wholeSentence } from '#/api/refusal';
import { isDialogOpen } from '#/lib/shortcut';
import { useIsNarrow } from '#/lib/use-media';
import { DialogFrame } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { IconButton } from '#/ui/IconButton';
import { SelectField } from '#/ui/SelectField';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './ListPage.module.css';

/** Esc closes the pane, unless a field or a dialog over it has the key. */
function useEscape(isPaneOpen: boolean, close: () => void): void {
  const onEscape = useEffectEvent((event: KeyboardEvent): void => {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key !== 'Escape' || isField || isDialogOpen()) return;
    if (document.querySelector('[role="dialog"]')) return;
    close();
  });
  useEffect(() => {
    if (!isPaneOpen) return undefined;
    // Before the dialog that lies over the pane has closed itself: one press closes one thing.
    const onKey = (event: KeyboardEvent): void => onEscape(event);
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isPaneOpen]);
}

/** When the pane closes that had the focus, the row that opened it gets it back. */
function useWayBack(list: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!isClosed || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus();
  }, [list, isOpen]);
}

interface ListPageProps {
  title: string;
  /** Beside the title: how many there are. */
  beside?: ReactNode;
  /** Search, filters, export: what stands over the panel. */
  tools: ReactNode;
  /** What is in the panel: the list. */
  children: ReactNode;
  /** What is opened. */
  pane: { label: string; content: ReactNode; onClose: () => void } | null;
}

/** A list at the start, one of its rows at the end; on narrow screens the row lies over the list. */
export function ListPage({ title, beside, tools, children, pane }: ListPageProps) {
  const isNarrow = useIsNarrow();
  const list = useRef<HTMLDivElement>(null);
  useEscape(pane !== null && !isNarrow, () => pane?.onClose());
  useWayBack(list, pane !== null);
  // What the pane waits for must not take the list off the screen, and the focus with it.
  const content = pane && <Suspense>{pane.content}</Suspense>;
  return (
    <div className={css.page}>
      <section ref={list} className={css.list} aria-label={title}>
        <div className={css.title}>
          <h1 className="t-disp">{title}</h1>
          {beside}
        </div>
        {tools}
        <div className={css.panel}>{children}</div>
      </section>
      {pane && !isNarrow && (
        <aside className={css.pane} aria-label={pane.label}>
          {content}
        </aside>
      )}
      {pane && isNarrow && (
        <DialogFrame label={pane.label} isFullOnPhone width={560} onClose={pane.onClose}>
          {content}
        </DialogFrame>
      )}
    </div>
  );
}

/** A pane with a title and the way out, in the page and in the dialog alike. */
export function PaneFrame({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={css.paneHead}>
        <h2 className="t-title">
          <bdi>{title}</bdi>
        </h2>
        <IconButton label={t('close')} icon={<IconX size={24} stroke={1.6} />} onClick={onClose} />
      </div>
      <div className={css.paneBody} data-scroll>
        {children}
      </div>
    </>
  );
}

/** How many rows a list has, said aloud when it changes. */
export function ListCount({ children }: { children: ReactNode }) {
  return (
    <span className="mut2 num" role="status">
      {children}
    </span>
  );
}

/** What can be done besides opening a row, at the end of the title. */
export function ListActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}

/** The row of search, filters and export. */
export function ListTools({ children }: { children: ReactNode }) {
  return <div className={css.tools}>{children}</div>;
}

/** Chips that say which rows are shown; with a label they are a group of their own. */
export function ListChips({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className={css.chips} {...(label ? { role: 'group', 'aria-label': label } : {})}>
      {children}
    </div>
  );
}

const BONES = [0, 1, 2, 3, 4, 5, 6, 7] as const;

interface ListSelectProps {
  /** What is chosen; it stands there, too, while nothing is. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; name: string }[];
}

/** A filter with more values than chips have room for. */
export function ListSelect({ label, value, onChange, options }: ListSelectProps) {
  return (
    <div className={css.select}>
      <SelectField label={label} isLabelHidden value={value} onChange={onChange}>
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** A list that is on its way. */
export function ListBones({ rowPx }: { rowPx: number }) {
  return (
    <Loading>
      <div className={css.bones}>
        {BONES.map((row) => (
          <div key={row} className={css.boneRow} style={{ blockSize: rowPx }}>
            <Bone width="56px" height={16} />
            <Bone height={16} />
            <Bone width="120px" height={16} />
            <Bone width="84px" height={16} />
          </div>
        ))}
      </div>
    </Loading>
  );
}

interface ListFailedProps {
  title: string;
  /** What follows from the reason, which comes without its full stop. */
  text: (reason: string) => string;
  error: Error;
  onRetry: () => void;
}

/** A list that could not be read. */
export function ListFailed({ title, text, error, onRetry }: ListFailedProps) {
  return (
    <ErrorState
      title={title}
      text={text(wholeSentence(errorText(error)))}
      reference={error instanceof ApiError ? error.reference : null}
      onRetry={onRetry}
    />
  );
}
