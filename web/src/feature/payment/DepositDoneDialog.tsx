import { IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attempt, Basket, DepositSummary } from '#/api/types';
import { ReceiptButton } from '#/feature/deposit/ReceiptButton';
import { cardName } from '#/lib/card';
import { formatDay } from '#/lib/date';
import { page } from '#/lib/path';
import { tenderName } from '#/lib/tender';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { Dialog } from '#/ui/Dialog';
import { steadyNow } from './clock';
import completed from './Completed.module.css';
import css from './Purpose.module.css';

interface DepositDoneDialogProps {
  deposit: DepositSummary;
  basket: Basket;
  /** The card payment that completed it, when it was one. */
  attempt: Attempt | null;
  onDone: () => void;
}

interface Fact {
  name: string;
  value: ReactNode;
  isStrong?: boolean;
}

/** The number on the receipt, and the receipt itself. */
function ReceiptNo({ deposit }: Pick<DepositDoneDialogProps, 'deposit'>) {
  return (
    <span className={css.receipt}>
      <bdi dir="ltr">{deposit.receiptNo}</bdi>
      <ReceiptButton depositId={deposit.depositId} entry={deposit} />
    </span>
  );
}

/** Enter pressed twice for the cash must not put the change away unread. */
const CALM_MS = 800;

/** A payment on a deposit is complete: the change first, then what is held and what is still to be paid. */
export function DepositDoneDialog({ deposit, basket, attempt, onDone }: DepositDoneDialogProps) {
  const { t } = useTranslation('deposit');
  const { t: payment, i18n } = useTranslation('payment');
  const navigate = useNavigate();
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = steadyNow();
  }, []);
  const calmly = (act: () => void): void => {
    if (steadyNow() - shownAt.current >= CALM_MS) act();
  };
  const show = (): void => {
    onDone();
    void navigate({ to: page.deposit, search: { deposit: deposit.depositId } });
  };
  const card = attempt ? cardName(attempt.brand, attempt.last4) : '';
  const kept = deposit.kept.minor > 0 ? [{ name: t('cancel.kept'), value: <Amount money={deposit.kept} /> }] : [];
  const money: Fact[] = deposit.isCancelled
    ? [...kept, { name: t('done.givenBack'), value: <Amount money={{ ...deposit.paid, minor: -deposit.paid.minor }} />, isStrong: true }]
    : [
        { name: t('done.paid'), value: <Amount money={deposit.paid} /> },
        { name: t('money.held'), value: <Amount money={deposit.held} /> },
        { name: t('money.balance'), value: <Amount money={deposit.balance} />, isStrong: true },
        { name: t('sheet.lastDay'), value: <bdi dir="ltr">{formatDay(deposit.expiresOn)}</bdi> },
      ];
  const facts: Fact[] = [
    ...money,
    { name: t('done.receipt'), value: <ReceiptNo deposit={deposit} /> },
  ];
  return (
    <Dialog
      title={deposit.isCancelled ? t('done.cancelledTitle') : payment('done.title')}
      onClose={() => calmly(onDone)}
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing onClick={() => calmly(show)}>
            {t('done.show')}
          </Button>
          <Button variant="primary" size="lg" isGrowing data-autofocus onClick={() => calmly(onDone)}>
            {payment('done.newSale')}
          </Button>
        </>
      }
    >
      <div className={css.done} role="status">
        {deposit.change.minor > 0 && (
          <div className={completed.change}>
            <div className={completed.changeWord}>{payment('done.change')}</div>
            <Amount money={deposit.change} className="t-xl" />
          </div>
        )}
        {deposit.otherChange.map((change) => (
          <div key={`${change.code}${change.reference}`} className={completed.change}>
            <div className={completed.changeWord}>
              {change.reference
                ? payment('done.newVoucher', { number: change.reference })
                : payment('done.changeIn', { tender: tenderName(change, i18n.language) })}
            </div>
            <Amount money={change.amount} className="t-xl" />
          </div>
        ))}
        <div className={completed.head}>
          <span className={completed.disc} aria-hidden="true">
            <IconCheck size={26} stroke={1.8} />
          </span>
          <div>
            <div className="t-lead">{t(deposit.isCancelled ? 'done.cancelled' : 'done.deposit', { documentNo: deposit.documentNo })}</div>
            <div className="t-meta">
              <bdi>{card && attempt?.approvalCode ? payment('done.paidWith', { card, code: attempt.approvalCode }) : card || basket.customer?.name}</bdi>
            </div>
          </div>
        </div>
        <dl className={css.doneFacts}>
          {facts.map(({ name, value, isStrong }) => (
            <div key={name} className={cx(css.fact, isStrong && css.strong)}>
              <dt>{name}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
