import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { errorText } from '#/api/refusal';
import { formatDay } from '#/lib/date';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { TextField } from '#/ui/Field';
import { Bone, Loading } from '#/ui/Skeleton';
import { PaneFrame } from '#/widget/list/ListPage';
import { LedgerEntry } from '#/widget/ledger/LedgerEntry';
import css from '#/widget/ledger/Ledger.module.css';
import { BalanceCard } from './BalanceCard';
import { cardKey, useChangeState, type CardAction, type CardDetail } from './queries';

/** Why the card is blocked, freed or voided: it must be said, and stays with the card. */
function ReasonDialog({ card, action, onClose }: { card: CardDetail; action: CardAction; onClose: () => void }) {
  const { t } = useTranslation('giftCard');
  const { t: ui } = useTranslation();
  const [reason, setReason] = useState('');
  const change = useChangeState(card.card.giftCardId);
  const act = (): void => {
    if (!change.isPending) change.mutate({ action, reason, version: card.version }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={t(`action.${action}`)}
      lead={t(`consequence.${action}`)}
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button variant="primary" size="lg" isGrowing isBusy={change.isPending} onClick={act}>
            {t(`action.${action}`)}
          </Button>
        </>
      }
    >
      <TextField
        label={t('reason')}
        isLarge
        isRequired
        maxLength={255}
        data-autofocus
        autoComplete="off"
        error={change.error ? errorText(change.error) : undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') act();
        }}
      />
    </Dialog>
  );
}

function Ledger({ card }: { card: CardDetail }) {
  const { t } = useTranslation('giftCard');
  return (
    <>
      <h2 className="t-lead">{t('ledger')}</h2>
      {card.ledger.length === 0 && <p className="mut2">{t('ledgerNone')}</p>}
      <ul className={css.ledger}>
        {card.ledger.map((entry) => (
          <LedgerEntry
            key={entry.entryNo}
            title={t(`entry.${entry.entryType}`)}
            at={entry.bookedAt}
            facts={[entry.storeNo, entry.terminalNo, entry.staffName, entry.receiptNo]}
            amounts={
              <>
                <Amount money={entry.amount} className="t-strong" />
                <span className="t-cap">
                  <Amount money={entry.balance} />
                </span>
              </>
            }
          />
        ))}
        {card.notes.map((note) => (
          <LedgerEntry
            key={`${note.notedAt}${note.action}`}
            title={t(`action.${note.action as CardAction}`)}
            text={<span dir="auto">{note.reason}</span>}
            at={note.notedAt}
            facts={[note.storeNo, note.staffName]}
          />
        ))}
      </ul>
    </>
  );
}

/** A card with all that happened to it, and what the office can do with it. */
export function CardPane({ giftCardId, onClose }: { giftCardId: string; onClose: () => void }) {
  const { t } = useTranslation('giftCard');
  return (
    <PaneFrame title={t('one')} onClose={onClose}>
      <CardBody giftCardId={giftCardId} />
    </PaneFrame>
  );
}

function CardBody({ giftCardId }: { giftCardId: string }) {
  const { t } = useTranslation('giftCard');
  const [asking, setAsking] = useState<CardAction | null>(null);
  const { data: card, error, refetch } = useQuery({
    queryKey: cardKey(giftCardId),
    queryFn: ({ signal }) => get('/gift-card/{giftCardId}', { path: { giftCardId }, signal, notice: 'none' }),
    staleTime: 0,
  });
  if (error && !card) return <ErrorState title={t('failed')} text={errorText(error)} onRetry={() => void refetch()} />;
  if (!card) {
    return (
      <Loading>
        <Bone height={240} radius={10} />
      </Loading>
    );
  }
  const { card: row } = card;
  return (
    <div className={css.detail}>
      <BalanceCard lastFour={row.lastFour} money={row.balance} expiresOn={row.expiresOn} />
      <dl className={css.facts}>
        <dt className="mut2">{t('cardNo')}</dt>
        <dd>
          <bdi dir="ltr">{card.cardNo}</bdi>
        </dd>
        <dt className="mut2">{t('stateName')}</dt>
        <dd>{t(`state.${row.state}`)}</dd>
        <dt className="mut2">{t('initial')}</dt>
        <dd>
          <Amount money={row.initialAmount} />
        </dd>
        <dt className="mut2">{t('market')}</dt>
        <dd>
          <bdi>{row.marketCode}</bdi>
        </dd>
        <dt className="mut2">{t('batch')}</dt>
        <dd>
          <bdi>{row.batchCode}</bdi>
        </dd>
        {row.soldStoreNo && (
          <>
            <dt className="mut2">{t('soldIn')}</dt>
            <dd>
              <bdi>{row.soldStoreNo}</bdi>
            </dd>
          </>
        )}
        {row.receiptNo && (
          <>
            <dt className="mut2">{t('receipt')}</dt>
            <dd>
              <bdi dir="ltr">{row.receiptNo}</bdi>
            </dd>
          </>
        )}
        {row.expiresOn && (
          <>
            <dt className="mut2">{t('lastDay')}</dt>
            <dd>
              <bdi dir="ltr">{formatDay(row.expiresOn)}</bdi>
            </dd>
          </>
        )}
      </dl>
      {card.actions.length > 0 && (
        <div className={css.buttons}>
          {card.actions.map((action) => (
            <Button key={action} variant="quiet" onClick={() => setAsking(action)}>
              {t(`action.${action}`)}
            </Button>
          ))}
        </div>
      )}
      <Ledger card={card} />
      {asking && <ReasonDialog card={card} action={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}
