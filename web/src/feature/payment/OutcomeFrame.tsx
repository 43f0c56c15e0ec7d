import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import type { Attempt, AttemptChoice, Payment } from '#/api/types';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { Note } from '#/ui/Note';
import css from './Attempt.module.css';
import { DecideForm } from './DecideForm';
import { buttonsOf, type OutcomeTone } from './outcome';
import { useDecide } from './queries';

/** Something that is certain about an attempt. */
export interface Fact {
  name: string;
  value: ReactNode;
  isBad?: boolean;
}

/** What the pane of any ended attempt is given. */
export interface OutcomePaneProps {
  attempt: Attempt;
  payment: Payment;
  onRetry: () => void;
  onDismiss: () => void;
  onBack: () => void;
  isBusy: boolean;
  /** Why the last try to go on did not work. */
  error: string | null;
}

/** A wait for the terminal that can be ended. */
interface Waiting {
  isUnderWay: boolean;
  start: () => void;
  stop: () => void;
}

interface OutcomeFrameProps extends OutcomePaneProps {
  icon: ReactNode;
  tone: OutcomeTone;
  title: string;
  text: string;
  facts: Fact[];
  label: (choice: AttemptChoice) => string;
  /** Said where nobody here may decide what became of the money. */
  undecidable: string;
  waiting?: Waiting;
  /** Notes under the facts. */
  children?: ReactNode;
}

/** How an attempt ended, what is certain, and one clear next step. */
export function OutcomeFrame({ attempt, payment, icon, tone, title, text, facts, label, undecidable, waiting, children, ...on }: OutcomeFrameProps) {
  const { t } = useTranslation('payment');
  const decide = useDecide(attempt.attemptId);
  const [deciding, setDeciding] = useState<'paid' | 'notPaid' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone; reading starts at what happened.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const buttons = buttonsOf(attempt, payment.tenders.length > 0);
  // What came late goes back by itself and holds nobody up.
  const canLeave = attempt.choices.length === 0 || attempt.state === 'LATE_SUCCESS';
  const press: Record<AttemptChoice, (() => void) | undefined> = {
    retry: on.onRetry,
    otherTender: on.onDismiss,
    cancel: attempt.kind === 'REVERSAL' ? on.onDismiss : on.onBack,
    wait: waiting?.start,
    acceptPart: () => decide.mutate({ decision: 'acceptPart' }),
    reverse: () => decide.mutate({ decision: 'reverse' }),
    paid: () => setDeciding('paid'),
    notPaid: () => setDeciding('notPaid'),
  };
  const problem = on.error ?? (decide.error ? errorText(decide.error) : null);
  return (
    <div className={css.pane}>
      <div className={css.outcome}>
        <span className={cx(css.disc, css[tone])} aria-hidden="true">
          {icon}
        </span>
        <h3 ref={heading} tabIndex={-1} className={cx('t-disp', css.title)}>
          {title}
        </h3>
        <p className={css.text} role="status">
          {text}
        </p>
        <dl className={css.facts}>
          {facts.map((fact) => (
            <div key={fact.name}>
              <dt className="t-cap">{fact.name}</dt>
              <dd className={cx('num', fact.isBad && css.bad)}>{fact.value}</dd>
            </div>
          ))}
        </dl>
        {children}
        {attempt.state === 'UNKNOWN' && buttons.length === 0 && <Note tone="citrine">{undecidable}</Note>}
        {problem && (
          <Note tone="garnet" role="alert">
            {problem}
          </Note>
        )}
        {deciding && (
          <DecideForm
            attempt={attempt}
            decision={deciding}
            isBusy={decide.isPending}
            onStay={() => setDeciding(null)}
            onDecide={(slipNo) => decide.mutate({ decision: deciding, ...(slipNo ? { slipNo } : {}) })}
          />
        )}
      </div>
      {deciding === null && (
        <div className={cx(css.foot, css.footEnd)}>
          {buttons.map((choice, index) => {
            const isLast = !canLeave && index === buttons.length - 1;
            const isStop = choice === 'wait' && waiting?.isUnderWay === true;
            return (
              <Button
                key={choice}
                size="lg"
                variant={isLast ? 'primary' : 'quiet'}
                isBusy={isLast && (on.isBusy || decide.isPending)}
                onClick={isStop ? waiting.stop : press[choice]}
              >
                {isStop ? t('choice.stopWaiting') : label(choice)}
              </Button>
            );
          })}
          {canLeave && (
            <Button size="lg" variant="primary" onClick={on.onDismiss}>
              {t('choice.continue')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
