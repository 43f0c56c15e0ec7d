import { IconCalendarPlus, IconCircleX, IconHandGrab, IconReceipt, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBasket } from '#/api/basket';
import { MOVE_DEPOSIT, OVERRIDE_PRICE, useMay } from '#/api/permission';
import { refusalText } from '#/api/refusal';
import type { Cancellation, Deposit, DepositEntry, DepositLine, DepositStep, OrderSummary } from '#/api/types';
import { cardName } from '#/lib/card';
import { formatDay, formatMinute } from '#/lib/date';
import { formatMoney } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { page } from '#/lib/path';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { DocumentFact, DocumentFoot, DocumentLine, DocumentPane, DocumentPerson, DocumentSum } from '#/widget/document-pane/DocumentPane';
import { ReceiptDialog } from '#/widget/receipt/ReceiptDialog';
import { orderQuery } from '#/widget/receipt/use-receipt';
import { useTimeZone } from '#/widget/use-time-zone';
import { CancelDialog } from './CancelDialog';
import { actionRefusal, isOver, type DepositAction } from './deposit-search';
import { DepositBadge } from './DepositBadge';
import css from './DepositPane.module.css';
import { HandOverDialog } from './HandOverDialog';
import { MoveDayDialog } from './MoveDayDialog';
import { PaperDialog } from './PaperDialog';
import { PayDialog } from './PayDialog';
import { depositQuery, useGoToPayment } from './queries';
import { RepriceDialog } from './RepriceDialog';

/** The order with which a piece was handed over; its number is a way to it for whoever may see orders. */
function OrderOf({ orderId }: { orderId: string }) {
  const { t } = useTranslation('deposit');
  const maySee = useMay('order.view');
  const { data: order } = useQuery({ ...orderQuery(orderId), enabled: maySee });
  if (!maySee || !order) return <>{t('line.left')}</>;
  return (
    <Link to={page.orderHistory} search={{ search: String(order.orderNo), order: orderId }} className={css.link}>
      {t('line.leftWith', { orderNo: order.orderNo })}
    </Link>
  );
}

function Line({ line, isCancelled }: { line: DepositLine; isCancelled: boolean }) {
  const { t } = useTranslation('deposit');
  const isFree = isCancelled && line.orderId === null;
  const details = [line.itemNo, line.sizeCode].filter(Boolean).join(' · ');
  const hasLeft = line.orderId !== null;
  return (
    <DocumentLine name={line.name} imageUrl={line.imageUrl} amount={line.net} isOver={hasLeft}>
      <div className="t-cap">
        <bdi dir="ltr">{details}</bdi>
        {line.quantity !== 1 && <> · {t('line.quantity', { count: line.quantity })}</>}
        {line.source !== 'OWN_STOCK' && !hasLeft && <> · {t(`source.${line.source}`)}</>}
      </div>
      <div className="t-cap">{line.orderId !== null ? <OrderOf orderId={line.orderId} /> : t(isFree ? 'line.free' : line.isHere ? 'line.here' : 'line.missing')}</div>
    </DocumentLine>
  );
}

function Money({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  const left = deposit.total.minor - deposit.remaining.minor;
  return (
    <dl className={css.facts}>
      <DocumentFact name={t('money.total')}>
        <Amount money={deposit.total} />
      </DocumentFact>
      {left > 0 && (
        <DocumentFact name={t('money.left')}>
          <Amount money={{ ...deposit.total, minor: -left }} />
        </DocumentFact>
      )}
      <DocumentFact name={t('money.held')}>
        <Amount money={deposit.held} />
      </DocumentFact>
      <DocumentSum name={t('money.balance')} className={css.balance}>
        <Amount money={deposit.balance} />
      </DocumentSum>
    </dl>
  );
}

/** What the client gets a paper of. */
const ON_PAPER: ReadonlySet<DepositEntry['type']> = new Set(['PAY', 'GIVE_BACK', 'KEEP']);

function Entry({ entry }: { entry: DepositEntry }) {
  const { t } = useTranslation('deposit');
  const timeZone = useTimeZone();
  const tenders = entry.tenders.map(({ code, name, last4 }) => (last4 ? cardName(name, last4) : name || code)).join(', ');
  return (
    <li className={css.entry}>
      <span className={css.text}>
        <span className="t-strong">{t(`entry.${entry.type}`)}</span>
        {tenders && (
          <>
            {' · '}
            <bdi>{tenders}</bdi>
          </>
        )}
        <span className="t-cap num" style={{ display: 'block' }}>
          <bdi dir="ltr">{`${formatDay(entry.businessDate)} ${formatMinute(entry.bookedAt, timeZone)}`}</bdi> · <bdi>{entry.staffName}</bdi>
          {ON_PAPER.has(entry.type) && (
            <>
              {' · '}
              <bdi dir="ltr">{entry.receiptNo}</bdi>
            </>
          )}
        </span>
      </span>
      <Amount money={entry.amount} className="t-strong" />
    </li>
  );
}

/** A step's paper: its number, how often it was printed, and the way to look at it, print it and send it. */
function Paper({ step, onOpen }: { step: DepositStep; onOpen: (stepId: string) => void }) {
  const { t } = useTranslation('deposit');
  const { t: order } = useTranslation('order');
  const timeZone = useTimeZone();
  const label = t('paper.open', { paperNo: step.paperNo });
  return (
    <li className={css.entry}>
      <span className={css.text}>
        <span className="t-strong">{t(`step.${step.step}`)}</span>
        {' · '}
        <bdi dir="ltr">{step.paperNo}</bdi>
        <span className="t-cap num" style={{ display: 'block' }}>
          <bdi dir="ltr">{formatMinute(step.at, timeZone)}</bdi> · <bdi>{step.staffName}</bdi>
          {' · '}
          {t('paper.prints')}: {step.prints === 0 ? order('detail.never') : order('detail.times', { count: step.prints })}
        </span>
      </span>
      <IconButton label={label} icon={<IconReceipt size={20} stroke={1.6} />} onClick={() => onOpen(step.stepId)} />
    </li>
  );
}

function Papers({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  const [opened, setOpened] = useState<string | null>(null);
  const step = deposit.steps.find(({ stepId }) => stepId === opened);
  return (
    <section className={css.section}>
      <h3>{t('paper.title')}</h3>
      <ul>
        {deposit.steps.map((one) => (
          <Paper key={one.stepId} step={one} onOpen={setOpened} />
        ))}
      </ul>
      {step && <PaperDialog depositId={deposit.depositId} step={step} onClose={() => setOpened(null)} />}
    </section>
  );
}

/** Who withdrew, and why. */
function Withdrawn({ cancellation }: { cancellation: Cancellation }) {
  const { t } = useTranslation('deposit');
  return (
    <section className={css.section}>
      <h3>{t(`cancelled.${cancellation.withdrawnBy}`)}</h3>
      <p className="t-meta">
        <bdi>{cancellation.reason}</bdi>
      </p>
    </section>
  );
}

function History({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  const timeZone = useTimeZone();
  return (
    <>
      {deposit.cancellation && <Withdrawn cancellation={deposit.cancellation} />}
      <section className={css.section}>
        <h3>{t('pane.payments')}</h3>
        <ul>
          {deposit.entries.map((entry) => (
            <Entry key={entry.entryId} entry={entry} />
          ))}
        </ul>
      </section>
      {deposit.extensions.length > 0 && (
        <section className={css.section}>
          <h3>{t('pane.extensions')}</h3>
          <ul>
            {deposit.extensions.map((extension) => (
              <li key={extension.at} className={css.entry}>
                <span className={css.text}>
                  <span className="num">{t('pane.moved', { from: formatDay(extension.from), to: formatDay(extension.to) })}</span>
                  <span className="t-cap" style={{ display: 'block' }}>
                    <bdi>{extension.reason}</bdi> · <bdi>{extension.staffName}</bdi> · <bdi dir="ltr">{formatMinute(extension.at, timeZone)}</bdi>
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Papers deposit={deposit} />
      <section className={css.section}>
        <h3>{t(`kind.${deposit.kind}.name`)}</h3>
        <p className="t-meta">{t(`kind.${deposit.kind}.text`)}</p>
      </section>
    </>
  );
}

/** What can be done with the deposit: the next step filled. What cannot be done stays in its place and says why. */
function Actions({ deposit, onAct }: { deposit: Deposit; onAct: (action: DepositAction) => void }) {
  const { t } = useTranslation('deposit');
  const mayMove = useMay(MOVE_DEPOSIT);
  const mayPrice = useMay(OVERRIDE_PRICE);
  const over = isOver(deposit.state);
  const [reason, setReason] = useState<string | null>(null);
  const isPaid = deposit.balance.minor <= 0;
  const buttonOf = (action: DepositAction) => {
    const isForbidden = action === 'reprice' ? !mayPrice : (action === 'moveDay' || action === 'cancel') && !mayMove;
    const key = isForbidden ? 'session.forbidden' : actionRefusal(action, deposit);
    const text = key === null ? '' : refusalText({ key });
    return {
      isBlocked: key !== null,
      onBlocked: () => {
        setReason(text);
        showNotice('warning', text);
      },
      onClick: () => {
        setReason(null);
        onAct(action);
      },
    };
  };
  const icon = <IconHandGrab size={22} stroke={1.6} aria-hidden="true" />;
  return (
    <DocumentFoot reason={reason}>
      {!over && !isPaid && (
        <Button variant="primary" size="lg" isWide {...buttonOf('pay')}>
          {t('action.pay')}
        </Button>
      )}
      {!over && isPaid && (
        <Button variant="primary" size="lg" isWide icon={icon} {...buttonOf('handOver')}>
          {t('action.handOver')}
        </Button>
      )}
      <div className={css.actions}>
        {(over || !isPaid) && (
          <Button variant="quiet" icon={icon} {...buttonOf('handOver')}>
            {t('action.handOver')}
          </Button>
        )}
        {!over && isPaid && (
          <Button variant="quiet" {...buttonOf('pay')}>
            {t('action.pay')}
          </Button>
        )}
        <Button variant="quiet" icon={<IconCalendarPlus size={22} stroke={1.6} aria-hidden="true" />} {...buttonOf('moveDay')}>
          {t('action.moveDay')}
        </Button>
        <Button variant="quiet" icon={<IconTag size={22} stroke={1.6} aria-hidden="true" />} {...buttonOf('reprice')}>
          {t('action.reprice')}
        </Button>
        <Button variant="quiet" icon={<IconCircleX size={22} stroke={1.6} aria-hidden="true" />} {...buttonOf('cancel')}>
          {t('action.cancel')}
        </Button>
      </div>
    </DocumentFoot>
  );
}

/** A payment is under way: at this till it can be gone on with. */
function BeingPaid({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  const basket = useBasket();
  const goToPayment = useGoToPayment();
  const isHere = basket?.state === 'PAYING' && basket.depositId === deposit.depositId;
  return (
    <div className={css.note}>
      <Note
        tone="citrine"
        role="status"
        action={
          isHere && (
            <Button size="sm" onClick={() => void goToPayment()}>
              {t('pane.goToPayment')}
            </Button>
          )
        }
      >
        {refusalText({ key: 'deposit.being_paid' })}
      </Note>
    </div>
  );
}

/** One deposit beside its list: its pieces, what was paid, what can be done with it. */
export function DepositPane({ depositId, onClose }: { depositId: string; onClose: () => void }) {
  const { t } = useTranslation('deposit');
  const [action, setAction] = useState<DepositAction | null>(null);
  const [order, setOrder] = useState<OrderSummary | null>(null);
  const { data: deposit, error, isError, refetch } = useQuery(depositQuery(depositId));
  const done = (): void => setAction(null);
  const head = deposit && {
    title: <bdi dir="ltr">{deposit.documentNo}</bdi>,
    badge: <DepositBadge deposit={deposit} />,
    meta: t('pane.days', { from: formatDay(deposit.openedOn), to: formatDay(deposit.expiresOn) }),
  };
  return (
    <>
      <DocumentPane
        head={head ?? null}
        failure={isError ? { title: t('detailFailed'), error, onRetry: () => void refetch() } : null}
        onClose={onClose}
        foot={deposit && <Actions key={deposit.version} deposit={deposit} onAct={setAction} />}
      >
        {deposit && (
          <>
            {deposit.isBeingPaid && <BeingPaid deposit={deposit} />}
            <DocumentPerson name={deposit.customerName} caption={t('pane.soldBy', { name: deposit.salespersonName })} />
            <ul>
              {deposit.lines.map((line) => (
                <Line key={line.lineId} line={line} isCancelled={deposit.state === 'CANCELLED'} />
              ))}
            </ul>
            <Money deposit={deposit} />
            <History deposit={deposit} />
          </>
        )}
      </DocumentPane>
      {deposit && action === 'pay' && <PayDialog deposit={deposit} onClose={done} />}
      {deposit && action === 'handOver' && (
        <HandOverDialog
          deposit={deposit}
          onClose={done}
          onOrder={(made) => {
            done();
            setOrder(made);
          }}
        />
      )}
      {deposit && action === 'moveDay' && <MoveDayDialog deposit={deposit} onClose={done} />}
      {deposit && action === 'cancel' && (
        <CancelDialog
          deposit={deposit}
          onClose={done}
          onCancelled={({ documentNo }) => {
            done();
            showNotice('success', t('done.cancelled', { documentNo }));
          }}
        />
      )}
      {deposit && action === 'reprice' && <RepriceDialog deposit={deposit} onClose={done} />}
      {deposit && order && (
        <ReceiptDialog
          orderId={order.orderId}
          receiptNo={order.receiptNo}
          title={t('handedOver.title')}
          next={{ label: t('handedOver.done'), act: () => setOrder(null) }}
          intro={
            <Note tone="emerald" role="status">
              {t('handedOver.text', { orderNo: order.orderNo, total: formatMoney(order.total), documentNo: deposit.documentNo })}
            </Note>
          }
          onClose={() => setOrder(null)}
        />
      )}
    </>
  );
}
