import { clearSessionStorage, read, remove, write } from '#/lib/storage';
import { signal } from '#/lib/signal';

/** Whether someone is logged in, seen from outside React: the client and the router ask this. */
export const token = signal<string | null>(read('token'));

// Logging in or out in one window of this machine holds for all of them.
window.addEventListener('storage', (event) => {
  if (event.key === 'token' || event.key === null) token.set(read('token'));
});

export function startSession(granted: string): void {
  write('token', granted);
  write('loginTime', new Date().toISOString());
  remove('locked');
  token.set(granted);
}

/** Forgets the session. Device id, login type and the settings of this machine stay. */
export function endSession(): void {
  clearSessionStorage();
  token.set(null);
}

export function loginTime(): string {
  return read('loginTime') ?? '';
}
