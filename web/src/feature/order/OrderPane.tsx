import { IconMail, IconPrinter, IconReceipt, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, refusalText } from '#/api/refusal';
import type { Customisation, Order, OrderLine, OrderTender } from '#/api/types';
import { cardName } from '#/lib/card';
import { formatDate, formatDay, formatTime } from '#/lib/date';
import { formatRate } from '#/lib/money';
import { formatWeight } from '#/lib/weight';
import { showNotice } from '#/lib/notice';
import { useShortcuts } from '#/lib/shortcut';
import { initials } from '#/lib/text';
import { Amount } from '#/ui/Amount';
import { Avatar } from '#/ui/Avatar';
import { Button } from '#/ui/Button';
import { ErrorState } from '#/ui/ErrorState';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { Picture } from '#/ui/Picture';
import { Bone, Loading } from '#/ui/Skeleton';
import { Tag } from '#/ui/Tag';
import { EngravedText } from '#/widget/customised/EngravedText';
import { ReceiptDialog, type ReceiptIntent } from '#/widget/receipt/ReceiptDialog';
import { orderQuery } from '#/widget/receipt/use-receipt';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './OrderPane.module.css';

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

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
        {t('detail.promised', { date: formatDay(made.promisedOn) })} · {t('detail.notReturnable')}
      </div>
    </>
  );
}

function Line({ line }: { line: OrderLine }) {
  const { t } = useTranslation('order');
  const weight = line.weight === null ? '' : formatWeight(line.weight);
  const details = [line.itemNo, line.sizeCode, weight, line.stockNo, ...line.certificateNos].filter(Boolean).join(' · ');
  return (
    <li className={css.line}>
      <Picture src={line.imageUrl} size="s64" />
      <div className={css.lineText}>
        <div className="t-strong clamp2">{line.name}</div>
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
        {line.warrantyUntil && <div className="t-cap">{t('detail.warranty', { date: formatDay(line.warrantyUntil.slice(0, 10)) })}</div>}
      </div>
      <Amount money={line.net} className="t-strong" />
    </li>
  );
}

function TenderFacts({ tender }: { tender: OrderTender }) {
  const { t } = useTranslation('order');
  const name = cardName(tender.brand, tender.last4) || tender.name;
  return (
    <>
      <Fact name={name}>
        <Amount money={tender.tendered} />
        {tender.approvalCode && <div className="t-cap">{t('detail.approval', { code: tender.approvalCode })}</div>}
      </Fact>
      {tender.change.minor > 0 && (
        <Fact name={t('detail.change')}>
          <Amount money={{ ...tender.change, minor: -tender.change.minor }} />
        </Fact>
      )}
    </>
  );
}

function Facts({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const { journal, prints } = order;
  return (
    <dl className={css.facts}>
      {order.subtotal.minor !== order.total.minor && (
        <Fact name={t('detail.subtotal')}>
          <Amount money={order.subtotal} />
        </Fact>
      )}
      {order.subtotal.minor !== order.total.minor && (
        <Fact name={t('detail.discount')}>
          <Amount money={{ ...order.subtotal, minor: order.total.minor - order.subtotal.minor }} />
        </Fact>
      )}
      {order.rounding.minor !== 0 && (
        <Fact name={t('detail.rounding')}>
          <Amount money={order.rounding} />
        </Fact>
      )}
      <div className={css.total}>
        <dt>{t('detail.total')}</dt>
        <dd>
          <Amount money={order.total} />
        </dd>
      </div>
      {order.tenders.map((tender, index) => (
        // Two payments with one card are two tenders that say the same.
        // oxlint-disable-next-line react/no-array-index-key
        <TenderFacts key={`${tender.code}${index}`} tender={tender} />
      ))}
      {order.vat.map((row) => (
        <Fact key={row.rate} name={t('detail.vat', { rate: formatRate(row.rate) })}>
          <Amount money={row.amount} />
        </Fact>
      ))}
      <Fact name={t('detail.receipt')}>
        <bdi dir="ltr">{order.receiptNo}</bdi>
      </Fact>
      <Fact name={t('detail.till')}>
        <bdi>{order.terminalName}</bdi>
      </Fact>
      <Fact name={t('detail.prints')}>{prints === 0 ? t('detail.never') : t('detail.times', { count: prints })}</Fact>
      {journal && (
        <Fact name={t('detail.journal')}>
          <bdi dir="ltr">{`${journal.chain} ${journal.seq} · ${journal.hash.slice(0, 10)}`}</bdi>
        </Fact>
      )}
      {order.note && <Fact name={t('detail.note')}>{order.note}</Fact>}
    </dl>
  );
}

const ACTIONS = [
  { name: 'receipt', intent: 'view', Icon: IconReceipt },
  { name: 'print', intent: 'print', Icon: IconPrinter },
  { name: 'email', intent: 'email', Icon: IconMail },
] as const satisfies readonly { name: string; intent: ReceiptIntent; Icon: unknown }[];

/** What can be done with the order. What cannot stays in its place and says why. */
function Actions({ order, onIntent }: { order: Order; onIntent: (intent: ReceiptIntent) => void }) {
  const { t } = useTranslation('order');
  const [reason, setReason] = useState<string | null>(null);
  return (
    <div className={css.foot}>
      {reason && (
        <Note tone="citrine" role="status">
          {reason}
        </Note>
      )}
      <div className={css.actions}>
        {ACTIONS.map(({ name, intent, Icon }) => {
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
    </div>
  );
}

function Head({ order, onClose }: { order: Order | undefined; onClose: () => void }) {
  const { t } = useTranslation('order');
  const { t: ui } = useTranslation();
  const timeZone = useTimeZone();
  return (
    <div className={css.head}>
      <div className={css.headText}>
        <div className={css.title}>
          <h2 className="t-title">{order ? t('detail.title', { orderNo: order.orderNo }) : <Bone width="140px" height={24} />}</h2>
          {order && <Tag>{t('completed')}</Tag>}
        </div>
        {order && (
          <p className="t-meta num">
            <bdi dir="ltr">{`${formatDate(order.completedAt, timeZone)} ${formatTime(order.completedAt, timeZone)}`}</bdi>
            {' · '}
            <bdi>{t('detail.receiptNo', { receiptNo: order.receiptNo })}</bdi>
          </p>
        )}
      </div>
      <IconButton className={css.close} label={ui('close')} icon={<IconX size={24} stroke={1.6} />} onClick={onClose} />
    </div>
  );
}

/** One order beside its list: what was sold, how it was paid, what can be done with it. */
export function OrderPane({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation('order');
  const [intent, setIntent] = useState<ReceiptIntent | null>(null);
  const { data: order, error, isError, refetch } = useQuery(orderQuery(orderId));
  useShortcuts({ 'Control+KeyP': () => order && setIntent('view') });
  const customer = order?.customer?.name ?? order?.customerName ?? null;
  return (
    <>
      <Head order={order} onClose={onClose} />
      <div className={css.body} data-scroll>
        {isError && !order && <ErrorState title={t('detailFailed')} text={errorText(error)} onRetry={() => void refetch()} />}
        {!order && !isError && (
          <Loading>
            <div className={css.bones}>
              <Bone height={44} radius={10} />
              <Bone height={64} radius={10} />
              <Bone height={64} radius={10} />
            </div>
          </Loading>
        )}
        {order && (
          <>
            <div className={css.customer}>
              <Avatar size="md" isMuted={customer === null}>
                {initials(customer ?? order.salespersonName)}
              </Avatar>
              <div className={css.lineText}>
                <div className="t-strong trunc">
                  <bdi>{customer ?? t('walkIn')}</bdi>
                </div>
                <div className="t-cap trunc">
                  <bdi>{t('detail.soldBy', { name: order.salespersonName })}</bdi>
                </div>
              </div>
            </div>
            <ul>
              {order.lines.map((line) => (
                <Line key={line.lineId} line={line} />
              ))}
            </ul>
            <Facts order={order} />
          </>
        )}
      </div>
      {order && <Actions key={order.orderId} order={order} onIntent={setIntent} />}
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
