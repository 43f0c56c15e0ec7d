import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { tenderQuery } from '#/api/queries';
import { errorText } from '#/api/refusal';
import type { Tender, TenderType } from '#/api/types';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import { AmountPane, useCalm } from './AmountPane';
import type { TenderTypePaneProps } from './contract';
import { LoyaltyCreditPane, RecyclingCreditPane } from './CreditPane';
import { ForeignCashPane } from './ForeignCashPane';
import { GiftCardPane } from './GiftCardPane';
import css from './Payment.module.css';
import { QrPane } from './QrPane';
import { SlipPane } from './SlipPane';
import { tiles } from './tender-choice';
import { TenderTiles } from './TenderTiles';
import { VoucherPane } from './VoucherPane';

/** What stands beside the tiles, for the types of tender that need more than an amount. */
const PANES: Partial<Record<TenderType, ComponentType<TenderTypePaneProps>>> = {
  CHEQUE: SlipPane,
  FX_CASH: ForeignCashPane,
  GIFTCARD: GiftCardPane,
  LOYALTY_CREDIT: LoyaltyCreditPane,
  MALL: SlipPane,
  QR: QrPane,
  RECYCLING_CREDIT: RecyclingCreditPane,
  TRANSFER: SlipPane,
  VOUCHER: VoucherPane,
};

interface TenderPaneProps extends Omit<TenderTypePaneProps, 'tender' | 'isCalm' | 'scanned'> {
  /** Chosen before, so that the next part starts where the last one was. */
  preferred: string | null;
  onPrefer: (tenderCode: string) => void;
}

/** Beside a pane that scans nothing itself, what is scanned is a gift card: it pays. */
function CardScan({ onScan }: { onScan: (cardNo: string) => void }) {
  useScanTarget({
    refusal: null,
    onScan: (cardNo) => {
      playTone('accepted');
      onScan(cardNo);
    },
  });
  return null;
}

function TenderChoice({ tenders, payment, preferred, onPrefer, onAttempt }: TenderPaneProps & { tenders: readonly Tender[] }) {
  const { t } = useTranslation('payment');
  // Choosing, also what is chosen already, starts its pane anew.
  const [choices, setChoices] = useState(0);
  const [scanned, setScanned] = useState('');
  const isAfterPart = useCalm(payment.tenders.length > 0);
  const chosen = tenders.find((tender) => tender.code === preferred) ?? tenders.find((tender) => tender.refusal === null) ?? tenders[0];
  if (!chosen) return <EmptyState title={t('tender.none')} text={t('tender.noneText')} />;
  const Pane = PANES[chosen.type] ?? AmountPane;
  const giftCard = tenders.find(({ type, refusal }) => type === 'GIFTCARD' && refusal === null);
  const choose = (tender: Tender, cardNo: string): void => {
    onPrefer(tender.code);
    setScanned(cardNo);
    setChoices(choices + 1);
  };
  return (
    <>
      <div className={css.ways}>
        <h3 className="t-label">{t('how')}</h3>
        <TenderTiles
          tenders={tenders}
          chosen={chosen}
          currency={payment.due.currency}
          onChoose={(tender) => choose(tender, '')}
        />
      </div>
      <Pane key={`${chosen.code}${choices}`} tender={chosen} payment={payment} isCalm={isAfterPart && choices === 0} scanned={scanned} onAttempt={onAttempt} />
      {/* Behind the pane, and anew with it: what came last is scanned into. */}
      {giftCard && !PANES[chosen.type] && <CardScan key={`scan ${chosen.code}${choices}`} onScan={(cardNo) => choose(giftCard, cardNo)} />}
    </>
  );
}

/** How the customer pays, and how much. */
export function TenderPane(props: TenderPaneProps) {
  const { t } = useTranslation('payment');
  const tenders = useQuery(tenderQuery);
  if (tenders.isError && !tenders.data) {
    return <ErrorState title={t('tender.failed')} text={errorText(tenders.error)} onRetry={() => void tenders.refetch()} />;
  }
  if (!tenders.data) {
    return (
      <div className={css.waysLoading}>
        <Loading>
          <Bone height={92} radius={14} />
        </Loading>
      </div>
    );
  }
  return <TenderChoice key={props.payment.remaining.minor} {...props} tenders={tiles(tenders.data)} />;
}
