import { IconFileInvoice, IconGift, IconLock, IconMail, IconPrinter, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#/api/refusal';
import type { Customisation, Order, OrderCredit, OrderLine, OrderTender, Sending } from '#/api/types';
import { cardName } from '#/lib/card';
import { formatDay, formatExactMoment } from '#/lib/date';
import { formatRate } from '#/lib/money';
import { formatWeight } from '#/lib/weight';
import { showNotice } from '#/lib/notice';
import { useShortcuts } from '#/lib/shortcut';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { Tag } from '#/ui/Tag';
import { EngravedText } from '#/widget/customised/EngravedText';
import { DocumentFact, DocumentFoot, DocumentLine, DocumentPane, DocumentPerson, DocumentSum } from '#/widget/document-pane/DocumentPane';
import { ReceiptDialog, type ReceiptIntent } from '#/widget/receipt/ReceiptDialog';
import { orderQuery } from '#/widget/receipt/use-receipt';
import { TaxFreeEntry } from '#/widget/tax-free/TaxFreeEntry';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './OrderPane.module.css';

/** Whether more than one person is credited with the order. */
const isShared = (order: Order): boolean => order.credits.length > 1 || order.lines.some(({ credits }) => credits.length > 0);

/** What is engraved, as typed and as engraved, when it is ready, and that it does not come back. */
function Made({ made }: { made: Customisation }) {
  const { t } = useTranslation('order');
  const lines = [made.engraving, ...made.messageLines].filter(Boolean);
  return (
    <>
      {lines.length > 0 && (
        <div>
          <EngravedText lines={lines} />
        </div>
      )}
      {made.text !== made.engraving && (
        <div className="t-cap">
          <bdi>{t('detail.typed', { text: made.text })}</bdi>
        </div>
      )}
      {made.medals.map(({ itemNo, name }, index) => (
        // Two medals may be of one kind.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={`${itemNo}${index}`} className="t-cap">
          <bdi>+ {name}</bdi>
        </div>
      ))}
      <div className="t-cap">
        {t('detail.ordered', { date: formatDay(made.promisedOn) })} · {t('detail.notReturnable')}
      </div>
    </>
  );
}

/** Who is credited with what, of people who sold together. */
function Credits({ credits }: { credits: readonly OrderCredit[] }) {
  return credits.map(({ staffId, name, percent, amount }) => (
    <div key={staffId} className="t-cap num">
      <bdi>{name}</bdi> <bdi dir="ltr">{percent}%</bdi>{' '}
      <Amount money={amount} />
    </div>
  ));
}

function Line({ line }: { line: OrderLine }) {
  const { t } = useTranslation('order');
  const weight = line.weight === null ? '' : formatWeight(line.weight);
  const details = [line.itemNo, line.sizeCode, weight, line.stockNo, ...line.certificateNos].filter(Boolean).join(' · ');
  return (
    <DocumentLine name={line.name} imageUrl={line.imageUrl} amount={line.net}>
      <div className="t-cap">
        <bdi dir="ltr">{details}</bdi>
      </div>
      {line.quantity !== 1 && (
        <div className="t-cap num">
          {t('detail.quantity', { count: line.quantity })} <Amount money={line.unitPrice} />
        </div>
      )}
      {line.reference && (
        <div className="t-cap">
          <bdi>{line.reference}</bdi>
        </div>
      )}
      {line.discounts.map((given, index) => (
        // Two discounts of a line may say the same.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="t-cap num">
          <bdi>{given.description ?? t('detail.discount')}</bdi> <Amount money={{ ...given.amount, minor: -given.amount.minor }} />
        </div>
      ))}
      {line.customisation && <Made made={line.customisation} />}
      <Credits credits={line.credits} />
      {line.belowStock > 0 && <div className="t-cap">{t('detail.belowStock', { count: line.belowStock })}</div>}
      {line.returnableUntil && <div className="t-cap">{t('detail.returnable', { date: formatDay(line.returnableUntil.slice(0, 10)) })}</div>}
      {line.warrantyUntil && <div className="t-cap">{t('detail.warranty', { date: formatDay(line.warrantyUntil.slice(0, 10)) })}</div>}
      {line.recyclingAmount && (
        <div className="t-cap num">
          {t('detail.recyclingAmount')} <Amount money={line.recyclingAmount} />
        </div>
      )}
    </DocumentLine>
  );
}

function TenderFacts({ tender }: { tender: OrderTender }) {
  const { t } = useTranslation('order');
  const name = cardName(tender.brand, tender.last4) || tender.name;
  return (
    <>
      <DocumentFact name={name}>
        <Amount money={tender.tendered} />
        {tender.approvalCode && <div className="t-cap">{t('detail.approval', { code: tender.approvalCode })}</div>}
      </DocumentFact>
      {tender.change.minor > 0 && (
        <DocumentFact name={t('detail.change')}>
          <Amount money={{ ...tender.change, minor: -tender.change.minor }} />
        </DocumentFact>
      )}
    </>
  );
}

function Facts({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const { t: statement } = useTranslation('statement');
  const { journal, prints } = order;
  return (
    <dl className={css.facts}>
      {order.subtotal.minor !== order.total.minor && (
        <DocumentFact name={t('detail.subtotal')}>
          <Amount money={order.subtotal} />
        </DocumentFact>
      )}
      {order.subtotal.minor !== order.total.minor && (
        <DocumentFact name={t('detail.discount')}>
          <Amount money={{ ...order.subtotal, minor: order.total.minor - order.subtotal.minor }} />
        </DocumentFact>
      )}
      {order.rounding.minor !== 0 && (
        <DocumentFact name={t('detail.rounding')}>
          <Amount money={order.rounding} />
        </DocumentFact>
      )}
      <DocumentSum name={t('detail.total')} className={css.total}>
        <Amount money={order.total} />
      </DocumentSum>
      {order.tenders.map((tender, index) => (
        // Two payments with one card are two tenders that say the same.
        // oxlint-disable-next-line react/no-array-index-key
        <TenderFacts key={`${tender.code}${index}`} tender={tender} />
      ))}
      {order.vat.map((row) => (
        <DocumentFact key={row.rate} name={t('detail.vat', { rate: formatRate(row.rate) })}>
          <Amount money={row.amount} />
        </DocumentFact>
      ))}
      <DocumentFact name={t('detail.receipt')}>
        <bdi dir="ltr">{order.receiptNo}</bdi>
      </DocumentFact>
      {order.invoice && (
        <DocumentFact name={t('detail.invoice')}>
          <bdi dir="ltr">{order.invoice.invoiceNo}</bdi>
          <div className="t-cap">
            <bdi>{order.invoice.buyerName}</bdi>
          </div>
        </DocumentFact>
      )}
      <DocumentFact name={t('detail.till')}>
        <bdi>{order.terminalName}</bdi>
      </DocumentFact>
      <DocumentFact name={t('detail.prints')}>{prints === 0 ? t('detail.never') : t('detail.times', { count: prints })}</DocumentFact>
      {journal && (
        <DocumentFact name={t('detail.journal')}>
          <bdi dir="ltr">{`${journal.chain} ${journal.seq} · ${journal.hash.slice(0, 10)}`}</bdi>
        </DocumentFact>
      )}
      {order.recyclingAmount && (
        <DocumentFact name={t('detail.recyclingAmount')}>
          <Amount money={order.recyclingAmount} />
        </DocumentFact>
      )}
      {order.statementNo && (
        <DocumentFact name={statement('column.statement')}>
          <bdi dir="ltr">{order.statementNo}</bdi>
          <div className={cx('t-cap', css.locked)}>
            <IconLock size={16} stroke={1.6} aria-hidden="true" />
            {t('detail.inStatement')}
          </div>
        </DocumentFact>
      )}
      {order.note && <DocumentFact name={t('detail.note')}>{order.note}</DocumentFact>}
    </dl>
  );
}

/** How it left the shop, in words. */
function useWay(): (sending: Sending) => string {
  const { t } = useTranslation('order');
  return ({ way, state, recipient, printNo, document }) => {
    const to = { recipient: recipient ?? '' };
    if (way === 'email') {
      return state === 'SENT' ? t('sending.email', to) : state === 'FAILED' ? t('sending.failed', to) : t('sending.waiting', to);
    }
    const where = way === 'printer' ? t('sending.printer') : t('sending.browser');
    const isCopy = document !== 'GIFT' && (printNo ?? 1) > 1;
    return isCopy ? `${where}, ${t('sending.copy', { count: (printNo ?? 1) - 1 })}` : where;
  };
}

const PAPERS = { RECEIPT: 'sending.RECEIPT', GIFT: 'sending.GIFT', INVOICE: 'sending.INVOICE' } as const;
const isPaper = (name: string): name is keyof typeof PAPERS => name in PAPERS;

/** What was printed and mailed of the order, the newest first. */
function Sendings({ sendings }: { sendings: readonly Sending[] }) {
  const { t } = useTranslation('order');
  const timeZone = useTimeZone();
  const wayOf = useWay();
  return (
    <section className={css.sendings} aria-label={t('sending.title')}>
      <h3 className="t-strong">{t('sending.title')}</h3>
      {sendings.length === 0 && <p className="t-meta">{t('sending.none')}</p>}
      <ul>
        {sendings.map((sending) => (
          <li key={`${sending.document}${sending.way}${sending.at}${sending.printNo ?? ''}${sending.recipient ?? ''}`}>
            <div>
              <bdi>{isPaper(sending.document) ? t(PAPERS[sending.document]) : sending.document}</bdi>
              {' · '}
              <bdi>{wayOf(sending)}</bdi>
            </div>
            <div className="t-cap num">
              <bdi dir="ltr">{formatExactMoment(sending.at, timeZone)}</bdi>
              {sending.staffName && (
                <>
                  {' · '}
                  <bdi>{sending.staffName}</bdi>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ACTIONS = [
  { name: 'receipt', intent: 'view', Icon: IconReceipt },
  { name: 'print', intent: 'print', Icon: IconPrinter },
  { name: 'email', intent: 'email', Icon: IconMail },
  { name: 'gift', intent: 'gift', Icon: IconGift },
  { name: 'invoice', intent: 'invoice', Icon: IconFileInvoice },
] as const satisfies readonly { name: string; intent: ReceiptIntent; Icon: unknown }[];

/** What can be done with the order. What cannot stays in its place and says why. */
function Actions({ order, onIntent }: { order: Order; onIntent: (intent: ReceiptIntent) => void }) {
  const { t } = useTranslation('order');
  const [reason, setReason] = useState<string | null>(null);
  return (
    <DocumentFoot reason={reason}>
      <div className={css.actions}>
        {ACTIONS.filter(({ name }) => name !== 'gift' || order.orderType !== 'CRM_GIFT').map(({ name, intent, Icon }) => {
          const refusal = order.actions.find((action) => action.name === name)?.refusal ?? null;
          return (
            <Button
              key={name}
              variant="quiet"
              className={css.action}
              isBlocked={refusal !== null}
              onBlocked={() => {
                if (!refusal) return;
                setReason(refusalText(refusal));
                showNotice('warning', refusalText(refusal));
              }}
              onClick={() => {
                setReason(null);
                onIntent(intent);
              }}
              icon={<Icon size={22} stroke={1.6} aria-hidden="true" />}
            >
              <span>{t(`action.${name}`)}</span>
            </Button>
          );
        })}
      </div>
    </DocumentFoot>
  );
}

/** One order beside its list: what was sold, how it was paid, what can be done with it. */
export function OrderPane({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation('order');
  const [intent, setIntent] = useState<ReceiptIntent | null>(null);
  const { data: order, error, isError, refetch } = useQuery(orderQuery(orderId));
  useShortcuts({ 'Control+KeyP': () => order && setIntent('view') });
  const timeZone = useTimeZone();
  const customer = order?.customer?.name ?? order?.customerName ?? null;
  const head = order && {
    title: t('detail.title', { orderNo: order.orderNo }),
    badge: <Tag>{t('completed')}</Tag>,
    meta: (
      <>
        <bdi dir="ltr">{formatExactMoment(order.completedAt, timeZone)}</bdi>
        {' · '}
        <bdi>{t('detail.receiptNo', { receiptNo: order.receiptNo })}</bdi>
      </>
    ),
  };
  return (
    <>
      <DocumentPane
        head={head ?? null}
        failure={isError ? { title: t('detailFailed'), error, onRetry: () => void refetch() } : null}
        onClose={onClose}
        foot={order && <Actions key={order.orderId} order={order} onIntent={setIntent} />}
      >
        {order && (
          <>
            <DocumentPerson
              name={customer ?? t('walkIn')}
              {...(customer === null ? { letters: order.salespersonName } : {})}
              caption={t('detail.soldBy', { name: order.salespersonName })}
            >
              {isShared(order) && <Credits credits={order.credits.filter(({ amount }) => amount.minor !== 0)} />}
              {order.orderType === 'CRM_GIFT' && <Tag tone="champagne">{t('detail.crmGift')}</Tag>}
            </DocumentPerson>
            <TaxFreeEntry orderId={order.orderId} />
            <ul>
              {order.lines.map((line) => (
                <Line key={line.lineId} line={line} />
              ))}
            </ul>
            <Facts order={order} />
            <Sendings sendings={order.sendings} />
          </>
        )}
      </DocumentPane>
      {order && intent && (
        <ReceiptDialog
          orderId={order.orderId}
          receiptNo={order.receiptNo}
          title={t('receipt.title', { orderNo: order.orderNo })}
          intent={intent}
          onClose={() => setIntent(null)}
        />
      )}
    </>
  );
}
