import type { Attempt, Basket, DepositSummary, OrderSummary, Payment, Tender } from '#/api/types';

/** What the sale page gives to the payment dialog and what it gets back. */
export interface PaymentDialogProps {
  /** The basket to pay; it may already be in the state `PAYING` after a reload. */
  basket: Basket;
  /** Back to the basket. Called only when no tender is booked and no attempt is live. */
  onClose: () => void;
  /** The sale, or the payment on a deposit, is complete; the dialog shows it and calls this when it is left. */
  onCompleted: (done: OrderSummary | DepositSummary) => void;
}

/** What a pane for one type of tender is given. It is made anew when the tender or what is left to pay changes. */
export interface TenderTypePaneProps {
  tender: Tender;
  payment: Payment;
  /** Whether a part was booked a moment ago, and nothing was chosen since: a press may have been meant for that part. */
  isCalm: boolean;
  /** The number of a gift card that was scanned; empty for none. */
  scanned: string;
  /** An attempt was started, and takes the pane's place. */
  onAttempt: (attempt: Attempt) => void;
}
