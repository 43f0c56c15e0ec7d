import { post } from './client';
import { endSession } from './session-store';
import type { Basket, Session } from './types';

const LOGOUT_DELAY_MS = 500;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The specification's logout: the basket is saved as abnormal-exit data, the server releases what
 * its lines had reserved, and after 0.5 s the session is cleared. A till that cannot reach the
 * server is logged out all the same: the lease on the basket ends by itself.
 */
export async function logOut(session: Session, basket: Basket | undefined): Promise<void> {
  try {
    if (basket && basket.lines.length > 0) {
      const content = { ...basket, abnormalExit: true };
      await post('/temp-data/terminal/right/{terminalNo}', { path: { terminalNo: session.terminalNo }, body: { content }, notice: 'none' });
    }
    await post('/logout', { notice: 'none' });
  } catch {
    // Nothing that the person at the till could do about it now.
  }
  await pause(LOGOUT_DELAY_MS);
  endSession();
}
