import { isUnanswered } from '#/api/refusal';
import { token } from '#/api/session-store';
import type { Attempt, Payment } from '#/api/types';

/** What a change of a payment led to. */
export interface Outcome {
  payment: Payment | null;
  attempt: Attempt | null;
}

/** Asks for the same change again: what was done is answered as it was the first time. */
type Again = () => Promise<Outcome>;

/** By basket and words, the changes of payments whose answers are lost while nobody has seen what became of them. */
const unanswered = new Map<string, Map<string, Again>>();

token.subscribe(() => unanswered.clear());

/** A change of a payment: how it is sent, and what its answer says. */
interface Change<A> {
  /** In words that are the same for the same change. */
  name: string;
  send: () => Promise<A>;
  outcomeOf: (answer: A) => Outcome;
}

/** Sends a change of a payment, and remembers it while its answer is lost. */
export async function asked<A>(basketId: string, { name, send, outcomeOf }: Change<A>): Promise<A> {
  try {
    const answer = await send();
    unanswered.get(basketId)?.delete(name);
    return answer;
  } catch (error) {
    const lost = unanswered.get(basketId) ?? new Map<string, Again>();
    if (isUnanswered(error)) unanswered.set(basketId, lost.set(name, async () => outcomeOf(await send())));
    else lost.delete(name);
    throw error;
  }
}

/** What became of all that was asked of a payment was seen. */
export function forgetUnanswered(basketId: string): void {
  unanswered.delete(basketId);
}

/** Whether an answer about a payment is lost. */
export const isAnyUnanswered = (basketId: string): boolean => (unanswered.get(basketId)?.size ?? 0) > 0;

/** Asks again, for the oldest first, until the server knows of one; none when it has heard of none of them. */
export async function askAgain(basketId: string): Promise<Outcome | null> {
  const lost = unanswered.get(basketId) ?? new Map<string, Again>();
  for (const [name, again] of lost) {
    try {
      const outcome = await again();
      forgetUnanswered(basketId);
      return outcome;
    } catch (error) {
      if (isUnanswered(error)) throw error;
      lost.delete(name);
    }
  }
  return null;
}
