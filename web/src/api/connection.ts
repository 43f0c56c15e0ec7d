import { HEALTH } from '#/lib/path';
import { signal } from '#/lib/signal';
import { timeNow } from '#/lib/time-now';

export type Connection =
  | { state: 'online' }
  | { state: 'offline'; since: Date; nextTryAt: number }
  | { state: 'restored' };

const RESTORED_MS = 2500;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 10_000;
const PROBE_TIMEOUT_MS = 5000;

/** The line to the boutique's server, as the last calls found it. */
export const connection = signal<Connection>({ state: 'online' });

let waitMs = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

function planProbe(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void probe(), waitMs);
  const current = connection.get();
  if (current.state === 'offline') connection.set({ ...current, nextTryAt: timeNow().getTime() + waitMs });
  waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
}

/** A call found no server. */
export function connectionLost(): void {
  if (connection.get().state === 'offline') return;
  waitMs = FIRST_WAIT_MS;
  connection.set({ state: 'offline', since: timeNow(), nextTryAt: timeNow().getTime() + waitMs });
  planProbe();
}

/** A call was answered. */
export function connectionFound(): void {
  if (connection.get().state !== 'offline') return;
  clearTimeout(timer);
  connection.set({ state: 'restored' });
  timer = setTimeout(() => connection.set({ state: 'online' }), RESTORED_MS);
}

/** Asks the server now whether it is there. */
export async function probe(): Promise<void> {
  try {
    const answer = await fetch(HEALTH, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    if (!answer.ok) throw new Error(String(answer.status));
    connectionFound();
  } catch {
    planProbe();
  }
}

export function watchConnection(): void {
  window.addEventListener('offline', connectionLost);
  window.addEventListener('online', () => void probe());
}
