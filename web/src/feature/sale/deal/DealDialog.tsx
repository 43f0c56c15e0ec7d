import { useEffect } from 'react';
import type { ShownBasket } from '#/api/expected-basket';
import { GiftCardDialog } from '#/feature/gift-card/GiftCardDialog';
import { PrepareDialog } from '#/widget/tax-free/PrepareDialog';
import { DepositSheet } from '../deposit/DepositSheet';
import { GiftDialog } from '../gift/GiftDialog';
import { PriceCheckDialog } from '../price-check/PriceCheckDialog';
import { WaitingDialog } from '../waiting/WaitingDialog';
import { lineOf, type Deal } from './deal';
import { DiscountDialog } from './DiscountDialog';
import { CertificateDialog, FlightDialog, KeyedDialog, TextDialog } from './EntryDialog';
import { ExplainDialog, PackageDialog } from './ExplainDialog';
import { LineSalespersonDialog } from './LineSalespersonDialog';
import { PriceDialog, WeightDialog } from './PriceDialog';

interface DealDialogProps {
  deal: Deal;
  basket: ShownBasket;
  onCustomer: () => void;
  /** Puts a piece into the basket that was looked at. */
  onAdd: (itemNo: string, sizeCode: string) => void;
  onClose: () => void;
}

/** Closes itself: what the dialog was about is no longer in the basket. */
function Gone({ onClose }: { onClose: () => void }) {
  useEffect(onClose, [onClose]);
  return null;
}

/** The dialog of a deal. All of them come in one part of the till that is loaded when the first opens. */
export function DealDialog({ deal, basket, onCustomer, onAdd, onClose }: DealDialogProps) {
  const line = lineOf(deal, basket);
  const frame = { basket, onClose };
  const gone = <Gone onClose={onClose} />;
  if (line === undefined) return gone;
  switch (deal.kind) {
    case 'discount':
      return <DiscountDialog {...frame} line={line} />;
    case 'explain':
      return <ExplainDialog {...frame} line={line} />;
    case 'package': {
      const applied = basket.packages.find(({ applicationNo }) => applicationNo === deal.applicationNo);
      return applied ? <PackageDialog {...frame} applied={applied} /> : gone;
    }
    case 'giftCard':
      return <GiftCardDialog lineId={deal.lineId} canSell cardNo={deal.cardNo ?? ''} onClose={onClose} />;
    case 'deposit':
      return <DepositSheet {...frame} onCustomer={onCustomer} />;
    case 'taxFree':
      return <PrepareDialog {...frame} />;
    case 'flight':
      return <FlightDialog {...frame} />;
    case 'gift':
      return <GiftDialog {...frame} onCustomer={onCustomer} />;
    case 'waiting':
      return <WaitingDialog onClose={onClose} />;
    case 'priceCheck':
      return <PriceCheckDialog onAdd={onAdd} onClose={onClose} />;
    default:
      break;
  }
  if (line === null) return gone;
  switch (deal.kind) {
    case 'price':
      return <PriceDialog {...frame} line={line} />;
    case 'weight':
      return <WeightDialog {...frame} line={line} />;
    case 'keyed':
      return <KeyedDialog {...frame} line={line} />;
    case 'salesperson':
      return <LineSalespersonDialog {...frame} line={line} />;
    case 'certificate':
      return <CertificateDialog {...frame} line={line} />;
    default:
      return <TextDialog {...frame} line={line} kind={deal.kind} />;
  }
}
