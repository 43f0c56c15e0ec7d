import { useEffect } from 'react';
import type { ShownBasket } from '#/api/expected-basket';
import { GiftDialog } from '../gift/GiftDialog';
import { WaitingDialog } from '../waiting/WaitingDialog';
import { lineOf, type Deal } from './deal';
import { DiscountDialog } from './DiscountDialog';
import { CertificateDialog, FlightDialog, KeyedDialog, TextDialog } from './EntryDialog';
import { ExplainDialog, PackageDialog } from './ExplainDialog';
import { PriceDialog, WeightDialog } from './PriceDialog';

interface DealDialogProps {
  deal: Deal;
  basket: ShownBasket;
  onCustomer: () => void;
  onClose: () => void;
}

/** Closes itself: what the dialog was about is no longer in the basket. */
function Gone({ onClose }: { onClose: () => void }) {
  useEffect(onClose, [onClose]);
  return null;
}

/** The dialog of a deal. All of them come in one part of the till that is loaded when the first opens. */
export function DealDialog({ deal, basket, onCustomer, onClose }: DealDialogProps) {
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
    case 'flight':
      return <FlightDialog {...frame} />;
    case 'gift':
      return <GiftDialog {...frame} onCustomer={onCustomer} />;
    case 'waiting':
      return <WaitingDialog onClose={onClose} />;
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
    case 'certificate':
      return <CertificateDialog {...frame} line={line} />;
    default:
      return <TextDialog {...frame} line={line} kind={deal.kind} />;
  }
}
