import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import { token } from '#/api/session-store';
import type { Attempt, Basket } from '#/api/types';
import { Button } from '#/ui/Button';
import { DialogFrame } from '#/ui/Dialog';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { IconButton } from '#/ui/IconButton';
import { Bone, Loading } from '#/ui/Skeleton';
import { AttemptPane } from './AttemptPane';
import { CompletedDialog } from './CompletedDialog';
import type { PaymentDialogProps } from './contract';
import { DepositDoneDialog } from './DepositDoneDialog';
import { OutcomePane } from './OutcomePane';
import css from './Payment.module.css';
import { PaymentSummary } from './PaymentSummary';
import { isHeldMoney, PurposeTitle } from './Purpose';
import { isQr, QrAttemptPane } from './QrAttemptPane';
import { QrOutcomePane } from './QrOutcomePane';
import { useStartAttempt, WORKING, type AttemptReading } from './queries';
import { RefundPane } from './RefundPane';
import { TenderPane } from './TenderPane';
import { usePaymentFlow, type PaymentFlow } from './use-payment-flow';
import { amountInText } from './words';

const WIDTH_PX = 1168;

function NothingToPay({ flow, basket }: { flow: PaymentFlow; basket: Basket }) {
  const { t } = useTranslation('payment');
  return (
    <div className={css.whole}>
      <EmptyState
        title={t('nothing.title')}
        text={t('nothing.text', { amount: amountInText(basket.total) })}
        actions={
          <Button variant="primary" isBusy={flow.isLeaving} onClick={flow.back}>
            {t('back')}
          </Button>
        }
      />
    </div>
  );
}

/** A payment by code on screen: it waits, or it is over and wants an answer. */
function QrView({ flow, reading, attempt }: { flow: PaymentFlow; reading: AttemptReading; attempt: Parameters<typeof QrAttemptPane>[0]['attempt'] }) {
  const { payment } = flow;
  const send = useStartAttempt(payment?.basketId ?? '');
  const retry = (): void => {
    // The client's code was good for one try: a fresh one is scanned.
    if (attempt.qr.direction === 'shopScans') {
      flow.dismiss();
      return;
    }
    const remaining = payment?.remaining ?? attempt.amount;
    const amount = remaining.minor < attempt.amount.minor ? remaining : attempt.amount;
    const body = { tenderCode: attempt.tenderCode, amount, direction: attempt.qr.direction };
    send.mutate(body, { onSuccess: (next: Attempt) => flow.watch(next) });
  };
  if (WORKING.has(attempt.state) || !payment) return <QrAttemptPane reading={reading} attempt={attempt} isSilent={flow.isAttemptSilent} />;
  return (
    <QrOutcomePane
      key={`${attempt.attemptId}${attempt.state}`}
      attempt={attempt}
      payment={payment}
      onRetry={retry}
      onDismiss={flow.dismiss}
      onBack={flow.back}
      isBusy={send.isPending || flow.isRemoving || flow.isLeaving}
      error={send.error ? errorText(send.error) : null}
    />
  );
}

/** An attempt on screen: the terminal works, or it is over and wants an answer. */
function AttemptView({ flow, reading }: { flow: PaymentFlow; reading: AttemptReading }) {
  const { attempt } = reading;
  const { payment } = flow;
  const send = useStartAttempt(payment?.basketId ?? '');
  const retry = (): void => {
    if (attempt.kind === 'REVERSAL') {
      if (flow.removeAgain && !payment?.refund) flow.removeAgain();
      else flow.dismiss();
      return;
    }
    const remaining = payment?.remaining ?? attempt.amount;
    const amount = remaining.minor < attempt.amount.minor ? remaining : attempt.amount;
    send.mutate({ tenderCode: attempt.tenderCode, amount }, { onSuccess: (next: Attempt) => flow.watch(next) });
  };
  if (isQr(attempt)) return <QrView flow={flow} reading={reading} attempt={attempt} />;
  if (WORKING.has(attempt.state) || !payment) return <AttemptPane reading={reading} isSilent={flow.isAttemptSilent} />;
  return (
    <OutcomePane
      key={`${attempt.attemptId}${attempt.state}`}
      attempt={attempt}
      payment={payment}
      onRetry={retry}
      onDismiss={flow.dismiss}
      onBack={flow.back}
      isBusy={send.isPending || flow.isRemoving || flow.isLeaving}
      error={send.error ? errorText(send.error) : null}
    />
  );
}

function Body({ flow, basket }: { flow: PaymentFlow; basket: Basket }) {
  const { t } = useTranslation('payment');
  const [preferred, setPreferred] = useState<string | null>(null);
  const { payment, attempt } = flow;
  if (attempt) return <AttemptView flow={flow} reading={attempt} />;
  if (flow.error && !payment) {
    return (
      <div className={css.whole}>
        <ErrorState title={t('startFailed')} text={errorText(flow.error)} onRetry={flow.retry} />
      </div>
    );
  }
  if (!payment) {
    return (
      <div className={css.waysLoading}>
        <Loading>
          <Bone height={92} radius={14} />
        </Loading>
      </div>
    );
  }
  if (payment.refund) return <RefundPane payment={payment} steps={payment.refund.steps} onAttempt={flow.watch} />;
  if (payment.remaining.minor <= 0) return <NothingToPay flow={flow} basket={basket} />;
  return <TenderPane payment={payment} preferred={preferred} onPrefer={setPreferred} onAttempt={flow.watch} />;
}

/** Takes the payment of a basket: tenders, the wait for the terminal, its outcome, the receipt. */
export function PaymentDialog({ basket: current, onClose, onCompleted }: PaymentDialogProps) {
  const { t } = useTranslation('payment');
  const { t: ui } = useTranslation();
  // Once it is paid the till has another basket; what is shown here stays the one that was paid.
  const [basket] = useState(current);
  const flow = usePaymentFlow(basket, onClose);
  const [isReasonShown, setReasonShown] = useState(false);
  const { order, deposit, attempt, payment } = flow;
  const isOver = order !== null || deposit !== null;
  const isHeld = !isOver && (attempt !== undefined || flow.isRemoving || flow.isLeaving);
  // What a deposit holds goes back to it with the payment that is given up.
  const hasBooked = payment?.tenders.some((tender) => !isHeldMoney(tender)) ?? false;
  // The way back of the browser leads out of a payment only when none is under way.
  useBlocker({ shouldBlockFn: () => isHeld && token.get() !== null, enableBeforeUnload: false });
  const close = (): void => {
    if (isHeld) return;
    if (hasBooked) setReasonShown(true);
    else flow.back();
  };
  if (order) {
    return <CompletedDialog order={order} basket={basket} attempt={attempt?.attempt ?? null} onDone={() => onCompleted(order)} />;
  }
  if (deposit) {
    return <DepositDoneDialog deposit={deposit} basket={basket} attempt={attempt?.attempt ?? null} onDone={() => onCompleted(deposit)} />;
  }
  return (
    <DialogFrame onClose={close} isHeld={isHeld} isFullOnPhone width={WIDTH_PX}>
      <div className={css.frame}>
        <div className={css.top}>
          <Modal.Title className="t-title">{t(payment?.refund ? 'refund.title' : 'title')}</Modal.Title>
          <span className="mut2 trunc">
            <PurposeTitle basket={basket} />
          </span>
          {!isHeld && (
            <IconButton className={css.close} label={ui('close')} icon={<IconX size={24} stroke={1.6} />} onClick={close} />
          )}
        </div>
        <div className={css.columns}>
          <PaymentSummary
            basket={basket}
            payment={payment}
            isLocked={isHeld}
            isRemoving={flow.isRemoving}
            onRemove={(tender) => {
              setReasonShown(false);
              flow.remove(tender);
            }}
            backError={flow.backError ?? (isReasonShown && hasBooked ? t('bookedFirst') : null)}
          />
          <Body flow={flow} basket={basket} />
        </div>
      </div>
    </DialogFrame>
  );
}
