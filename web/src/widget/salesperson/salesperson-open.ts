import { signal } from '#/lib/signal';

/** Whether the list of salespeople is open: the header shows it, the sale page asks for it. */
export const isSalespersonOpen = signal(false);
