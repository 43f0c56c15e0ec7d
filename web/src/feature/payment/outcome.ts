import type { Attempt, AttemptChoice, Money } from '#/api/types';

/** How an attempt ended, as the cashier has to understand it. */
export type OutcomeKind =
  | 'successful'
  | 'failed'
  | 'reversalFailed'
  | 'timedOut'
  | 'mismatch'
  | 'mismatchReverse'
  | 'paidAfterCancel'
  | 'signature'
  | 'occupied'
  | 'unreachable'
  | 'cancelled'
  | 'unknown'
  | 'unknownReversal'
  | 'reversed'
  | 'lateSuccess';

export type OutcomeTone = 'emerald' | 'garnet' | 'citrine' | 'sapphire';

function failedKind(attempt: Attempt): OutcomeKind {
  if (attempt.outcome?.key === 'payment.occupied') return 'occupied';
  if (attempt.outcome?.key === 'payment.unreachable') return 'unreachable';
  return attempt.kind === 'REVERSAL' ? 'reversalFailed' : 'failed';
}

function mismatchKind(attempt: Attempt): OutcomeKind {
  if (attempt.outcome?.key === 'payment.check_signature') return 'signature';
  const isPaidInFull = attempt.approvedAmount?.minor === attempt.amount.minor;
  if (attempt.outcome?.key === 'payment.late_success' || isPaidInFull) return 'paidAfterCancel';
  return attempt.choices.includes('acceptPart') ? 'mismatch' : 'mismatchReverse';
}

export function outcomeKind(attempt: Attempt): OutcomeKind {
  switch (attempt.state) {
    case 'FAILED':
      return failedKind(attempt);
    case 'MISMATCH':
      return mismatchKind(attempt);
    case 'CANCELLED':
      return attempt.kind === 'REVERSAL' ? 'reversalFailed' : 'cancelled';
    case 'TIMED_OUT':
      return attempt.kind === 'REVERSAL' ? 'reversalFailed' : 'timedOut';
    case 'UNKNOWN':
      return attempt.kind === 'REVERSAL' ? 'unknownReversal' : 'unknown';
    case 'REVERSED':
      return 'reversed';
    case 'LATE_SUCCESS':
      return 'lateSuccess';
    case 'APPROVED':
    case 'CREATED':
    case 'WAITING':
    case 'CANCELLING':
    case 'INQUIRY':
    case 'REVERSING':
      return 'successful';
  }
}

/** Whether what was taken goes back, or should: "it was done" means of such an attempt that the client has the money. */
export function isGoingBack(attempt: Attempt): boolean {
  return attempt.kind === 'REVERSAL' || ['MISMATCH', 'REVERSING', 'LATE_SUCCESS'].includes(attempt.state);
}

export const TONES: Record<OutcomeKind, OutcomeTone> = {
  successful: 'emerald',
  failed: 'garnet',
  reversalFailed: 'garnet',
  timedOut: 'citrine',
  mismatch: 'citrine',
  mismatchReverse: 'citrine',
  paidAfterCancel: 'citrine',
  signature: 'citrine',
  occupied: 'sapphire',
  unreachable: 'sapphire',
  cancelled: 'sapphire',
  unknown: 'citrine',
  unknownReversal: 'citrine',
  reversed: 'sapphire',
  lateSuccess: 'citrine',
};

/** What stays due when the amount that was received is booked. */
export function restAfterBooking(attempt: Attempt, remaining: Money): Money {
  return { ...remaining, minor: remaining.minor - (attempt.approvedAmount?.minor ?? 0) };
}

/** A parameter of the outcome as text: the server's words, which come with amounts written out. */
export function outcomeParam(attempt: Attempt, name: string): string | null {
  const value = attempt.outcome?.params?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** The order of the buttons: the alternative at the start, the next step, filled, at the end. */
const ORDER: readonly AttemptChoice[] = [
  'cancel',
  'otherTender',
  'wait',
  'reverse',
  'notPaid',
  'retry',
  'acceptPart',
  'paid',
];

/** To give held or late money back by hand is the last resort, and never the next step. */
const HELD_ORDER: readonly AttemptChoice[] = ['paid', ...ORDER.filter((choice) => choice !== 'paid')];

/**
 * The buttons of an outcome, the filled one last. Waiting is no button where it happens anyway, and
 * leaving for the basket is none while a tender is booked.
 */
export function buttonsOf(attempt: Attempt, hasBooked: boolean): AttemptChoice[] {
  const order = attempt.kind === 'PAYMENT' && isGoingBack(attempt) ? HELD_ORDER : ORDER;
  return order.filter((choice) => {
    if (!attempt.choices.includes(choice)) return false;
    if (choice === 'wait') return attempt.state === 'FAILED';
    if (choice === 'cancel') return attempt.kind === 'REVERSAL' || !hasBooked;
    return true;
  });
}
