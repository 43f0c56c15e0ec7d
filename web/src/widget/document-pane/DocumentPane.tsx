import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import type { Money } from '#/lib/money';
import { initials } from '#/lib/text';
import { Amount } from '#/ui/Amount';
import { Avatar } from '#/ui/Avatar';
import { cx } from '#/ui/cx';
import { useScrollableByKey } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { Picture } from '#/ui/Picture';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './DocumentPane.module.css';

interface DocumentPaneProps {
  /** Its number and state, and the line below; none while it loads. */
  head: { title: ReactNode; badge: ReactNode; meta: ReactNode } | null;
  /** Why it could not be read, and the way to try again. */
  failure: { title: string; error: unknown; onRetry: () => void } | null;
  onClose: () => void;
  /** What can be done with it. */
  foot: ReactNode;
  /** What it holds; none while it loads. */
  children: ReactNode;
}

/** A business document beside its list: its head, what it holds, what can be done with it. */
export function DocumentPane({ head, failure, onClose, foot, children }: DocumentPaneProps) {
  const { t } = useTranslation();
  const body = useScrollableByKey();
  const isEmpty = head === null;
  return (
    <>
      <div className={css.head}>
        <div className={css.text}>
          <div className={css.title}>
            <h2 className="t-title">{head ? head.title : <Bone width="150px" height={24} />}</h2>
            {head?.badge}
          </div>
          {head && <p className="t-meta num">{head.meta}</p>}
        </div>
        <IconButton className={css.close} label={t('close')} icon={<IconX size={24} stroke={1.6} />} onClick={onClose} />
      </div>
      <div ref={body} className={css.body} data-scroll>
        {isEmpty && failure && <ErrorState title={failure.title} text={errorText(failure.error)} onRetry={failure.onRetry} />}
        {isEmpty && !failure && (
          <Loading>
            <div className={css.bones}>
              <Bone height={44} radius={10} />
              <Bone height={64} radius={10} />
              <Bone height={64} radius={10} />
            </div>
          </Loading>
        )}
        {children}
      </div>
      {foot}
    </>
  );
}

/** Whose document it is, and below who sold. Without a name somebody unknown. */
export function DocumentPerson({ name, letters, caption, children }: { name: string; letters?: string; caption: string; children?: ReactNode }) {
  return (
    <div className={css.person}>
      <Avatar size="md" isMuted={letters !== undefined}>
        {initials(letters ?? name)}
      </Avatar>
      <div className={css.text}>
        <div className="t-strong trunc">
          <bdi>{name}</bdi>
        </div>
        <div className="t-cap trunc">
          <bdi>{caption}</bdi>
        </div>
        {children}
      </div>
    </div>
  );
}

interface DocumentLineProps {
  name: string;
  imageUrl: string;
  amount: Money;
  /** It is no longer part of the document. */
  isOver?: boolean;
  /** What stands below the name. */
  children: ReactNode;
}

/** A piece: picture, name and details, what it costs. */
export function DocumentLine({ name, imageUrl, amount, isOver = false, children }: DocumentLineProps) {
  return (
    <li className={cx(css.line, isOver && css.isOver)}>
      <Picture src={imageUrl} size="s64" isFaded={isOver} />
      <div className={css.text}>
        <div className="t-strong clamp2">
          <bdi>{name}</bdi>
        </div>
        {children}
      </div>
      <Amount money={amount} className="t-strong" />
    </li>
  );
}

/** One thing that stands on the document. */
export function DocumentFact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

/** What the facts come to. */
export function DocumentSum({ name, className, children }: { name: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={cx(css.sum, className)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What can be done with the document; why something cannot is said above. */
export function DocumentFoot({ reason, children }: { reason: string | null; children: ReactNode }) {
  return (
    <div className={css.foot}>
      {reason && (
        <Note tone="citrine" role="status">
          {reason}
        </Note>
      )}
      {children}
    </div>
  );
}
