import { useEffect, useEffectEvent, useRef } from 'react';
import { showNotice } from './notice';
import { signal } from './signal';
import { playTone } from './sound';
import { deviceSettings } from './storage';

/**
 * Keyboard-wedge scanners type like a very fast person. A burst of at least 4 characters with
 * under 50 ms between them and Enter or Tab at the end is a scan, wherever the focus is.
 */
const GAP_MS_MAX = 50;
const LENGTH_MIN = 4;
/** Two or three characters at scanner speed are a misread code, not a person. */
const SHORT_LENGTH_MIN = 2;

export type ScanOutcome = { kind: 'scan'; code: string } | { kind: 'too-short'; code: string } | { kind: 'typing' };

/** Decides, key by key, whether what arrives is a scan. Pure: time comes with the key. */
export class ScanDetector {
  private buffer = '';
  private lastAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly prefix: () => string = () => '') {}

  /** Characters of the burst that is under way. */
  get pending(): string {
    return this.buffer;
  }

  reset(): void {
    this.buffer = '';
  }

  key(key: string, at: number): ScanOutcome {
    const isInBurst = at - this.lastAt < GAP_MS_MAX;
    if (key === 'Enter' || key === 'Tab') {
      const code = isInBurst ? this.buffer : '';
      this.buffer = '';
      return this.judge(code);
    }
    if (key.length !== 1) return { kind: 'typing' };
    this.buffer = isInBurst ? this.buffer + key : key;
    this.lastAt = at;
    return { kind: 'typing' };
  }

  private judge(burst: string): ScanOutcome {
    const prefix = this.prefix();
    if (prefix !== '' && !burst.startsWith(prefix)) return { kind: 'typing' };
    const code = burst.slice(prefix.length).trim();
    if (code.length >= LENGTH_MIN) return { kind: 'scan', code };
    if (code.length >= SHORT_LENGTH_MIN) return { kind: 'too-short', code };
    return { kind: 'typing' };
  }
}

export interface ScanTarget {
  onScan(code: string): void;
  onTooShort?(code: string): void;
  /** Why scans cannot be taken now, in words; `null` when they can. */
  refusal: string | null;
  /** Comes before the others, also before newer ones: it covers them. */
  isForemost?: boolean;
}

type Entry = Required<ScanTarget>;

const targets: Entry[] = [];

const receiver = (): Entry | undefined => targets.findLast((target) => target.isForemost) ?? targets.at(-1);

export interface ScannerState {
  isReady: boolean;
  reason: string | null;
}

/** What the "Scanner ready" dot shows. */
export const scannerState = signal<ScannerState>({ isReady: false, reason: null });

function refreshState(): void {
  const top = receiver();
  const isReady = top !== undefined && top.refusal === null;
  const reason = top?.refusal ?? null;
  const shown = scannerState.get();
  if (shown.isReady !== isReady || shown.reason !== reason) scannerState.set({ isReady, reason });
}

/** Makes a component the receiver of scans while it is shown; the foremost wins, then the newest. */
export function useScanTarget(target: ScanTarget): void {
  const { refusal, isForemost = false } = target;
  const onScan = useEffectEvent(target.onScan);
  const onTooShort = useEffectEvent((code: string) => target.onTooShort?.(code));
  const shownRefusal = useRef(refusal);
  useEffect(() => {
    const entry: Entry = {
      onScan: (code) => onScan(code),
      onTooShort: (code) => onTooShort(code),
      get refusal() {
        return shownRefusal.current;
      },
      isForemost,
    };
    targets.push(entry);
    refreshState();
    return () => {
      targets.splice(targets.indexOf(entry), 1);
      refreshState();
    };
  }, [isForemost]);
  useEffect(() => {
    shownRefusal.current = refusal;
    refreshState();
  }, [refusal]);
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function textField(target: EventTarget | null): TextField | null {
  if (target instanceof HTMLTextAreaElement) return target;
  if (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)) return target;
  return null;
}

/** Puts back what a field held before the scanner typed into it, so that React notices. */
function restore(field: TextField, value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Whether the key that was pressed last stands in the middle of a burst. */
let isInBurst = false;
/** What a single character asked for that may still be the first of a burst. */
const doubtful = new Set<ReturnType<typeof setTimeout>>();

/** Tells bursts from single characters. A key that is held down repeats as fast as a scanner types, and is none. */
function noteCharacter(event: KeyboardEvent, pending: number): void {
  if (event.repeat) return;
  isInBurst = pending > 1;
  if (!isInBurst) return;
  for (const timer of doubtful) clearTimeout(timer);
  doubtful.clear();
}

/**
 * Does what a single character asks for, unless it belongs to a scan: codes have characters in them that are keys of the
 * till where the focus is. The first of a burst is known by the second, so this waits for as long as a scanner may take.
 */
export function unlessScanned(act: () => void): void {
  if (isInBurst) return;
  const timer = setTimeout(() => {
    doubtful.delete(timer);
    act();
  }, GAP_MS_MAX);
  doubtful.add(timer);
}

/** Installs the one listener of the till. Answers the function that removes it. */
export function installScanListener(): () => void {
  const detector = new ScanDetector(() => deviceSettings().scanPrefix ?? '');
  let before: { field: TextField; value: string } | null = null;

  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const field = textField(event.target);
    const outcome = detector.key(event.key, event.timeStamp);
    if (event.key.length === 1) noteCharacter(event, detector.pending.length);
    if (outcome.kind === 'typing') {
      if (detector.pending.length === 1 && event.key.length === 1) before = field && { field, value: field.value };
      return;
    }
    // Where nothing is scanned, as on the login page, fast typing is typing.
    if (targets.length === 0) return;
    // Passwords and codes are typed fast by password managers: those fields keep what they got.
    if (field instanceof HTMLInputElement && (field.type === 'password' || field.autocomplete === 'one-time-code')) return;
    if (outcome.kind === 'too-short' && field) return;
    event.preventDefault();
    event.stopPropagation();
    if (before && before.field === field) restore(before.field, before.value);
    deliver(outcome);
  };
  window.addEventListener('keydown', onKey, { capture: true });
  return () => window.removeEventListener('keydown', onKey, { capture: true });
}

type Delivery = Exclude<ScanOutcome, { kind: 'typing' }>;

/** A page that never comes must not keep a scan to itself. */
const HOLD_MS_MAX = 5_000;
let held: Delivery[] | null = null;
let giveUpHolding: ReturnType<typeof setTimeout> | undefined;

/**
 * Another page is on its way: what is scanned now is meant for it, although the old one is still shown. Scans wait until
 * `releaseScans`.
 */
export function holdScans(): void {
  held ??= [];
  clearTimeout(giveUpHolding);
  giveUpHolding = setTimeout(releaseScans, HOLD_MS_MAX);
}

/** The new page is shown: it gets the scans that waited. */
export function releaseScans(): void {
  clearTimeout(giveUpHolding);
  const waiting = held ?? [];
  held = null;
  for (const outcome of waiting) deliver(outcome);
}

function deliver(outcome: Delivery): void {
  if (held) {
    held.push(outcome);
    return;
  }
  const target = receiver();
  if (!target) return;
  if (target.refusal !== null) {
    playTone('refused');
    showNotice('warning', target.refusal);
    return;
  }
  if (outcome.kind === 'scan') target.onScan(outcome.code);
  else target.onTooShort(outcome.code);
}
