import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import css from './Dialog.module.css';
import { IconButton } from './IconButton';

const SHEET_MS = 240;

interface DialogFrameProps {
  label: string;
  onClose: () => void;
  /** Neither Esc nor the scrim closes it: a payment waits, or an update must be taken. */
  isHeld?: boolean;
  /** Hides what is behind it. */
  isOpaque?: boolean;
  width?: number;
  /** Fills a phone's screen. */
  isFullOnPhone?: boolean;
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
  labelledBy?: string;
}

/** The frame alone: scrim, focus trap, focus given back. Contents bring their own layout. */
export function DialogFrame(props: DialogFrameProps) {
  const { label, onClose, isHeld = false, isOpaque, width = 480, isFullOnPhone, children, labelledBy } = props;
  return (
    <Modal.Root
      opened
      onClose={onClose}
      centered
      size={width}
      padding={0}
      closeOnEscape={!isHeld}
      closeOnClickOutside={!isHeld}
      // The page never scrolls, and the scroll lock would write an inline style sheet.
      lockScroll={false}
      transitionProps={{ transition: 'fade-up', duration: SHEET_MS, timingFunction: 'cubic-bezier(.2,.8,.2,1)' }}
    >
      <Modal.Overlay className={cx(css.overlay, isOpaque && css.opaque)} backgroundOpacity={1} />
      <Modal.Content
        className={cx(isFullOnPhone && css.full)}
        classNames={{ content: css.content ?? '', inner: css.inner ?? '' }}
        {...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': label, 'aria-labelledby': undefined })}
        role={props.role ?? 'dialog'}
      >
        <Modal.Body className={css.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface DialogProps extends Omit<DialogFrameProps, 'label' | 'children' | 'labelledBy'> {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
  /** No cross in the corner: the buttons are the only ways out. */
  isWithoutClose?: boolean;
}

/** Title, body that scrolls, buttons that do not. */
export function Dialog({ title, lead, children, foot, isWithoutClose, ...frame }: DialogProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <DialogFrame label={title} labelledBy={id} {...frame}>
      <div className={css.head}>
        <div className={css.headText}>
          <h2 id={id} className="t-title">
            {title}
          </h2>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {!isWithoutClose && !frame.isHeld && (
          <IconButton className={css.close} label={t('close')} icon={<IconX size={24} stroke={1.6} />} onClick={frame.onClose} />
        )}
      </div>
      <div className={css.main}>{children}</div>
      {foot && <div className={css.foot}>{foot}</div>}
    </DialogFrame>
  );
}
