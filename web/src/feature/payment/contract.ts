import type { Basket, OrderSummary } from '#/api/types';

/** What the sale page gives to the payment dialog and what it gets back. */
export interface PaymentDialogProps {
  /** The basket to pay; it may already be in the state `PAYING` after a reload. */
  basket: Basket;
  /** Back to the basket. Called only when no tender is booked and no attempt is live. */
  onClose: () => void;
  /** The sale is complete; the dialog shows its receipt and calls this when it is left. */
  onCompleted: (order: OrderSummary) => void;
}
