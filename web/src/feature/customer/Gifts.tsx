import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#/api/queries';
import { errorText, refusalText } from '#/api/refusal';
import type { CrmGift, Customer } from '#/api/types';
import { loadChunk } from '#/lib/chunk';
import { formatDay } from '#/lib/date';
import { unbroken } from '#/lib/left-to-right';
import { Button } from '#/ui/Button';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { cx } from '#/ui/cx';
import { Note } from '#/ui/Note';
import { Picture } from '#/ui/Picture';
import { Bone, Loading } from '#/ui/Skeleton';
import { Tag } from '#/ui/Tag';
import css from './CustomerDialog.module.css';
import { GrantDialog } from './GrantDialog';
import { giftsQuery, useGiftStep } from './queries';

const ReceiptDialog = lazy(loadChunk(async () => ({ default: (await import('#/widget/receipt/ReceiptDialog')).ReceiptDialog })));

/** Where a gift stands, in words. */
function Standing({ gift }: { gift: CrmGift }) {
  const { t } = useTranslation('customer');
  const receiptNo = unbroken(gift.receiptNo ?? '');
  const day = gift.validUntil === null ? '' : formatDay(gift.validUntil);
  const until = gift.validUntil === null ? null : t('gift.until', { date: unbroken(day) });
  switch (gift.state) {
    case 'USED':
      return <>{t('gift.used', { receiptNo })}</>;
    case 'ISSUED':
      return <>{[t('gift.issued', { receiptNo }), until].filter(Boolean).join(' · ')}</>;
    default:
      return <>{[until, t('gift.stock', { count: gift.available })].filter(Boolean).join(' · ')}</>;
  }
}

interface GiftRowProps {
  gift: CrmGift;
  mayIssue: boolean;
  isBusy: boolean;
  onIssue: () => void;
  onHandOver: () => void;
}

function GiftRow({ gift, mayIssue, isBusy, onIssue, onHandOver }: GiftRowProps) {
  const { t } = useTranslation('customer');
  const [isTold, setTold] = useState(false);
  const isExpired = gift.state === 'EXPIRED' || (gift.state === 'GRANTED' && gift.refusal?.key === 'sale.crm_gift_expired');
  const isOver = gift.state === 'USED' || isExpired;
  const isOut = gift.state === 'GRANTED' && gift.available <= 0;
  const refusal = gift.refusal
    ? refusalText(gift.refusal)
    : isOut
      ? refusalText({ key: 'sale.gift_out_of_stock', params: { itemNo: gift.itemNo } })
      : null;
  return (
    <li className={cx(css.visit, isOver && css.over)}>
      <Picture src={gift.imageUrl} size="s52" isPlain />
      <span className={css.hitText}>
        <b>
          <bdi>{gift.name}</bdi>
        </b>
        <span className="t-cap">
          {t(`gift.kind.${gift.kind}`, { tier: gift.tier })}
          {!isExpired && (
            <>
              {' · '}
              <Standing gift={gift} />
            </>
          )}
        </span>
        {isExpired && (
          <span>
            <Tag tone="citrine">{t('gift.expired', { date: gift.validUntil === null ? '' : formatDay(gift.validUntil) })}</Tag>
          </span>
        )}
        {isTold && refusal && (
          <span className="t-cap" role="alert">
            {refusal}
          </span>
        )}
      </span>
      {!isOver && mayIssue && (
        <Button
          size="sm"
          isBusy={isBusy}
          isBlocked={refusal !== null}
          onBlocked={() => setTold(true)}
          onClick={gift.state === 'GRANTED' ? onIssue : onHandOver}
        >
          {t(gift.state === 'GRANTED' ? 'gift.issue' : 'gift.handOver')}
        </Button>
      )}
    </li>
  );
}

/** The gifts on a customer's record: issued as an order without money, then handed over. */
export function Gifts({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customer');
  const { data: session } = useQuery(sessionQuery);
  const { data: gifts, error } = useQuery(giftsQuery(customer.customerId));
  const step = useGiftStep(customer.customerId);
  const [asked, setAsked] = useState<CrmGift | null>(null);
  const [paper, setPaper] = useState<{ orderId: string; receiptNo: string } | null>(null);
  const [isGranting, setGranting] = useState(false);
  const mayIssue = session?.permissions.includes('sale.crmGift') ?? false;
  const issue = (gift: CrmGift): void =>
    step.mutate(
      { crmGiftId: gift.crmGiftId, step: 'issue' },
      {
        onSuccess: ({ orderId, receiptNo }) => {
          if (orderId && receiptNo) setPaper({ orderId, receiptNo });
        },
        onSettled: () => setAsked(null),
      },
    );
  return (
    <section className={css.block} aria-label={t('gift.title')}>
      <h2 className="t-lead">{t('gift.title')}</h2>
      {!gifts && error && <Note tone="citrine">{errorText(error)}</Note>}
      {!gifts && !error && (
        <Loading>
          <Bone height={52} radius={10} />
        </Loading>
      )}
      {gifts?.length === 0 && <p className="mut2">{t('gift.none')}</p>}
      <ul className={css.visits}>
        {gifts?.map((gift) => (
          <GiftRow
            key={gift.crmGiftId}
            gift={gift}
            mayIssue={mayIssue}
            isBusy={step.isPending && step.variables.crmGiftId === gift.crmGiftId}
            onIssue={() => setAsked(gift)}
            onHandOver={() => step.mutate({ crmGiftId: gift.crmGiftId, step: 'use' })}
          />
        ))}
      </ul>
      {mayIssue && (
        <div>
          <Button size="sm" onClick={() => setGranting(true)}>
            {t('gift.grant.title')}
          </Button>
        </div>
      )}
      {isGranting && <GrantDialog customer={customer} onClose={() => setGranting(false)} />}
      {step.error && <Note tone="garnet">{errorText(step.error)}</Note>}
      {asked && (
        <ConfirmDialog
          title={t('gift.issueAsk', { name: asked.name, customer: customer.name })}
          consequence={t('gift.issueText')}
          stay={t('gift.stay')}
          go={t('gift.issue')}
          isBusy={step.isPending}
          onStay={() => setAsked(null)}
          onGo={() => issue(asked)}
        />
      )}
      {paper && (
        <Suspense>
          <ReceiptDialog {...paper} title={t('gift.paper', { receiptNo: paper.receiptNo })} onClose={() => setPaper(null)} />
        </Suspense>
      )}
    </section>
  );
}
