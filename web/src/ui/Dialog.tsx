import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { signal, useSignal } from '#/lib/signal';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import css from './Dialog.module.css';
import { IconButton } from './IconButton';

const SHEET_MS = 240;
/** When it is looked whether the focus is somewhere after a dialog, in milliseconds. */
const LOOK_AFTER_MS = [0, 150, 500, 1_500, 4_000, 8_000] as const;

interface DialogFrameProps {
  /** The name of the dialog, spoken; leave it out when the content has a `Modal.Title`. */
  label?: string;
  onClose: () => void;
  /** Neither Esc nor the scrim closes it: a payment waits, or an update must be taken. */
  isHeld?: boolean;
  /** Hides what is behind it, from eyes, keys and focus. */
  isOpaque?: boolean;
  /** Can be used over a dialog that hides everything else. */
  isOverCover?: boolean;
  width?: number;
  /** Fills a phone's screen. */
  isFullOnPhone?: boolean;
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

/**
 * Gives the focus back to what had it. A dialog here is taken off the page instead of being told to
 * close, which Mantine's own return of the focus waits for. When what opened it is gone, too, the
 * content of the page takes the focus, so that the keyboard never starts again at the top.
 */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const giveBack = (): void => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const modal = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1);
        const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
        const target = isThere ? opener : (modal ?? document.querySelector('main'));
        target?.focus({ preventScroll: true });
      };
      // What got it back may leave the page with the answer to what the dialog asked for.
      for (const after of LOOK_AFTER_MS) setTimeout(giveBack, after);
    },
    [opener],
  );
}

/** How many dialogs hide what is behind them. */
const covers = signal(0);

/**
 * Whether this dialog is behind one that hides it. It may come later than that one, such as a page
 * that loads under the lock, and must not take the focus from it then.
 */
function useIsCovered(isOpaque: boolean, isOverCover: boolean): boolean {
  useEffect(() => {
    if (!isOpaque) return undefined;
    covers.set(covers.get() + 1);
    return () => covers.set(covers.get() - 1);
  }, [isOpaque]);
  return useSignal(covers) > 0 && !isOpaque && !isOverCover;
}

/** The dialogs on screen, in the order in which they came. */
const shownFrames = signal<readonly symbol[]>([]);

/** Whether this dialog came last: Esc closes that one alone, and not what it was opened from. */
function useIsLast(): boolean {
  const [own] = useState(() => Symbol('dialog'));
  useEffect(() => {
    shownFrames.set([...shownFrames.get(), own]);
    return () => shownFrames.set(shownFrames.get().filter((frame) => frame !== own));
  }, [own]);
  return useSignal(shownFrames).at(-1) === own;
}

/** The frame alone: scrim, focus trap, focus given back. Contents bring their own layout. */
export function DialogFrame(props: DialogFrameProps) {
  const { label, onClose, isHeld = false, isOpaque = false, isOverCover = false, width = 480, isFullOnPhone, children } = props;
  useFocusBack();
  const isCovered = useIsCovered(isOpaque, isOverCover);
  const isLast = useIsLast();
  return (
    <Modal.Root
      opened
      inert={isCovered}
      trapFocus={!isCovered}
      onClose={onClose}
      centered
      size={width}
      padding={0}
      closeOnEscape={!isHeld && isLast && !isCovered}
      closeOnClickOutside={!isHeld}
      // The page never scrolls, and the scroll lock would write an inline style sheet.
      lockScroll={false}
      transitionProps={{ transition: 'fade-up', duration: SHEET_MS, timingFunction: 'cubic-bezier(.2,.8,.2,1)' }}
    >
      <Modal.Overlay className={cx(css.overlay, isOpaque && css.opaque)} backgroundOpacity={1} />
      <Modal.Content
        className={cx(isFullOnPhone && css.full)}
        classNames={{ content: css.content ?? '', inner: css.inner ?? '' }}
        role={props.role ?? 'dialog'}
      >
        {label && <Modal.Title className="sr">{label}</Modal.Title>}
        <Modal.Body className={css.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface DialogContentProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
  /** No cross in the corner: the buttons are the only ways out. */
  isWithoutClose?: boolean;
  /** A line parts the buttons from a long body that scrolls behind them. */
  isFootApart?: boolean;
  onClose: () => void;
}

type DialogProps = Omit<DialogFrameProps, 'label' | 'children'> & Omit<DialogContentProps, 'isFootApart'>;

const FOCUSABLE = 'a[href], button, input, select, textarea, iframe, [tabindex]';

/** A body that scrolls and holds nothing to focus takes the focus itself, so that keys can scroll it. */
export function useScrollableByKey() {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    const check = (): void => {
      const isAlone = element.scrollHeight > element.clientHeight && element.querySelector(FOCUSABLE) === null;
      if (isAlone) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    check();
    const observer = new ResizeObserver(check);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return body;
}

/** Title, body that scrolls, buttons that do not: what stands in a frame whose content changes. */
export function DialogContent({ title, lead, children, foot, isWithoutClose, isFootApart, onClose }: DialogContentProps) {
  const { t } = useTranslation();
  const body = useScrollableByKey();
  return (
    <>
      <div className={css.head}>
        <div className={css.headText}>
          <Modal.Title className="t-title">{title}</Modal.Title>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {!isWithoutClose && (
          <IconButton className={css.close} label={t('close')} icon={<IconX size={24} stroke={1.6} />} onClick={onClose} />
        )}
      </div>
      <div ref={body} className={css.main}>
        {children}
      </div>
      {foot && <div className={cx(css.foot, isFootApart && css.apart)}>{foot}</div>}
    </>
  );
}

export function Dialog({ title, lead, children, foot, isWithoutClose, ...frame }: DialogProps) {
  return (
    <DialogFrame {...frame}>
      <DialogContent
        title={title}
        lead={lead}
        foot={foot}
        isWithoutClose={isWithoutClose || frame.isHeld || false}
        onClose={frame.onClose}
      >
        {children}
      </DialogContent>
    </DialogFrame>
  );
}
