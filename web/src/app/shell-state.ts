import { signal } from '#/lib/signal';
import { read } from '#/lib/storage';

/** What more than one part of the shell or a page may open. */
export const isHelpOpen = signal(false);
export const isDeviceOpen = signal(false);
export const isLogoutOpen = signal(false);
/** Kept in storage too: a reload is no way around the lock. */
export const isLocked = signal(read('locked') === 'yes');
