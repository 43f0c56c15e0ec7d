import { signal } from './signal';

export type NoticeTone = 'success' | 'warning' | 'error';

export interface Notice {
  id: number;
  tone: NoticeTone;
  text: string;
  at: Date;
  /** Notices about money stay until they are read. */
  isSticky: boolean;
}

const NOTICE_MS = 2500;
const DEDUPE_MS = 2500;
const STACK_MAX = 3;
const RECENT_MAX = 20;

export const shownNotices = signal<readonly Notice[]>([]);
/** The last notices of the session, newest first: a notice vanishes, the bell keeps it. */
export const recentNotices = signal<readonly Notice[]>([]);

const lastShown = new Map<string, number>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let nextId = 1;

function startTimer(notice: Notice): void {
  if (notice.isSticky) return;
  timers.set(
    notice.id,
    setTimeout(() => dismissNotice(notice.id), NOTICE_MS),
  );
}

/** Shows a notice for 2.5 s. The same text within 2.5 s is swallowed. */
export function showNotice(tone: NoticeTone, text: string, options: { isSticky?: boolean } = {}): void {
  const now = Date.now();
  const last = lastShown.get(text);
  if (last !== undefined && now - last < DEDUPE_MS) return;
  lastShown.set(text, now);
  const notice: Notice = { id: nextId++, tone, text, at: new Date(now), isSticky: options.isSticky ?? false };
  const kept = [notice, ...shownNotices.get()];
  const overflow = kept.filter((entry) => !entry.isSticky).slice(STACK_MAX);
  for (const entry of overflow) stopTimer(entry.id);
  shownNotices.set(kept.filter((entry) => !overflow.includes(entry)));
  recentNotices.set([notice, ...recentNotices.get()].slice(0, RECENT_MAX));
  startTimer(notice);
}

/** Forgets everything: the next person must not read what the last one was told. */
export function clearNotices(): void {
  for (const notice of shownNotices.get()) stopTimer(notice.id);
  shownNotices.set([]);
  recentNotices.set([]);
  lastShown.clear();
}

function stopTimer(id: number): void {
  const timer = timers.get(id);
  if (timer !== undefined) clearTimeout(timer);
  timers.delete(id);
}

export function dismissNotice(id: number): void {
  stopTimer(id);
  shownNotices.set(shownNotices.get().filter((notice) => notice.id !== id));
}

/** Reading takes as long as it takes: hovering the stack stops the clock. */
export function pauseNotices(): void {
  for (const id of timers.keys()) stopTimer(id);
}

export function resumeNotices(): void {
  for (const notice of shownNotices.get()) {
    if (!timers.has(notice.id)) startTimer(notice);
  }
}
