import { signal } from '#/lib/signal';
import type { Envelope, VersionInfo } from './types';

/** What every answer says on the side, whoever asked (specification, section 7). */
export const recallCount = signal(0);
export const isAllPacked = signal(false);
/** Set when the server calls this till too old; opens the forced update dialog. */
export const outdated = signal<VersionInfo | null>(null);
/** True from the moment a session is known to be dead until the login page shows. */
export const isSessionEnding = signal(false);

export function observe(envelope: Envelope<unknown>): void {
  if (envelope.versionInfo?.code === 0) outdated.set(envelope.versionInfo);
  if (envelope.code !== 200 && !envelope.success) return;
  if (envelope.recallinfo) recallCount.set(envelope.recallinfo.count);
  if (envelope.allpack !== undefined) isAllPacked.set(envelope.allpack);
}

/** A dead session: 501, an invalid signature or an expired token, however it is spelt. */
export function isSessionDead(code: number, message: string): boolean {
  const plain = message.replaceAll(' ', '').toLowerCase();
  if (code === 501 || plain === 'jwtexpired') return true;
  return (code === 404 || code === 500 || code === 401) && plain === 'invalidsignature';
}
