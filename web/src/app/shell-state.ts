import { token } from '#/api/session-store';
import { signal } from '#/lib/signal';
import { read } from '#/lib/storage';
import { isSalespersonOpen } from '#/widget/salesperson/salesperson-open';

/** What more than one part of the shell or a page may open. */
export const isHelpOpen = signal(false);
export const isDeviceOpen = signal(false);
export const isPermissionOpen = signal(false);
export const isLogoutOpen = signal(false);
/** Kept in storage too: a reload is no way around the lock. */
export const isLocked = signal(read('locked') === 'yes');

// Whoever comes next finds the till as after a start.
token.subscribe(() => {
  if (token.get() !== null) return;
  for (const open of [isSalespersonOpen, isHelpOpen, isDeviceOpen, isPermissionOpen, isLogoutOpen, isLocked]) open.set(false);
});
