import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderHook } from '@testing-library/react';
import { holdScans, installScanListener, releaseScans, ScanDetector, type ScanOutcome, unlessScanned, useScanTarget } from './scan';

function type(detector: ScanDetector, text: string, gapMs: number, ending = 'Enter', startMs = 1000): ScanOutcome {
  let at = startMs;
  for (const character of text) {
    detector.key(character, at);
    at += gapMs;
  }
  return detector.key(ending, at);
}

describe('ScanDetector', () => {
  it.each(['Enter', 'Tab'])('takes a burst that ends with %s', (ending) => {
    expect(type(new ScanDetector(), '3700218840', 12, ending)).toEqual({ kind: 'scan', code: '3700218840' });
  });
  it('takes four characters at 49 ms and no burst at 50 ms', () => {
    expect(type(new ScanDetector(), 'AB12', 49).kind).toBe('scan');
    expect(type(new ScanDetector(), 'AB12', 50).kind).toBe('typing');
  });
  it('calls two or three characters too short, and one a key', () => {
    expect(type(new ScanDetector(), '123', 10)).toEqual({ kind: 'too-short', code: '123' });
    expect(type(new ScanDetector(), '1', 10).kind).toBe('typing');
  });
  it('does not count what a person typed before the burst', () => {
    const detector = new ScanDetector();
    detector.key('x', 0);
    expect(type(detector, '4006381', 10, 'Enter', 500)).toEqual({ kind: 'scan', code: '4006381' });
  });
  it('is no scan when Enter comes late', () => {
    const detector = new ScanDetector();
    for (const [index, character] of [...'12345'].entries()) detector.key(character, index * 10);
    expect(detector.key('Enter', 400).kind).toBe('typing');
  });
  it('takes the prefix away and ignores bursts without it', () => {
    const detector = new ScanDetector(() => '~');
    expect(type(detector, '~12345', 10)).toEqual({ kind: 'scan', code: '12345' });
    expect(type(detector, '12345', 10).kind).toBe('typing');
  });
  it('ignores Shift between the characters', () => {
    const detector = new ScanDetector();
    let at = 0;
    for (const key of ['Shift', 'A', 'Shift', 'B', '1', '2']) detector.key(key, (at += 5));
    expect(detector.key('Enter', at + 5)).toEqual({ kind: 'scan', code: 'AB12' });
  });
});

describe('the listener', () => {
  let remove: () => void;
  let at = 0;
  const press = (target: EventTarget, key: string, change: KeyboardEventInit = {}): KeyboardEvent => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change });
    Object.defineProperty(event, 'timeStamp', { value: (at += 8) });
    target.dispatchEvent(event);
    return event;
  };
  beforeEach(() => {
    at += 10_000;
    remove = installScanListener();
  });
  afterEach(() => {
    remove();
    document.body.replaceChildren();
  });

  it('gives a scan to the newest target and takes it out of the focused field', () => {
    const older = vi.fn();
    const newer = vi.fn();
    renderHook(() => useScanTarget({ onScan: older, refusal: null }));
    renderHook(() => useScanTarget({ onScan: newer, refusal: null }));
    const field = document.createElement('input');
    field.value = 'ring';
    document.body.append(field);
    for (const character of '3700218') {
      press(field, character);
      field.value += character;
    }
    const enter = press(field, 'Enter');
    expect(newer).toHaveBeenCalledExactlyOnceWith('3700218');
    expect(older).not.toHaveBeenCalled();
    expect(field.value).toBe('ring');
    expect(enter.defaultPrevented).toBe(true);
  });
  it('leaves what is typed where nothing is scanned, such as a user name', () => {
    const field = document.createElement('input');
    document.body.append(field);
    for (const character of 'seller') {
      press(field, character);
      field.value += character;
    }
    expect(press(field, 'Tab').defaultPrevented).toBe(false);
    expect(field.value).toBe('seller');
  });
  it('leaves passwords alone', () => {
    const onScan = vi.fn();
    renderHook(() => useScanTarget({ onScan, refusal: null }));
    const field = document.createElement('input');
    field.type = 'password';
    document.body.append(field);
    for (const character of 'secret') press(field, character);
    expect(press(field, 'Enter').defaultPrevented).toBe(false);
    expect(onScan).not.toHaveBeenCalled();
  });
  describe('and keys that are characters of codes, too', () => {
    const act = vi.fn();
    const head = document.createElement('button');
    head.addEventListener('keydown', ({ key }) => {
      if (key === '-') unlessScanned(act);
    });
    beforeEach(() => {
      vi.useFakeTimers();
      act.mockClear();
      document.body.append(head);
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it.each(['RG-2001', '-2001', '2001-'])('leave what has the focus alone in %s', (code) => {
      for (const character of code) press(head, character);
      press(head, 'Enter');
      vi.advanceTimersByTime(1000);
      expect(act).not.toHaveBeenCalled();
    });
    it('do what they say when a person presses them, once for each time', () => {
      press(head, '-');
      vi.advanceTimersByTime(60);
      expect(act).toHaveBeenCalledTimes(1);
      at += 60;
      press(head, '-');
      vi.advanceTimersByTime(60);
      expect(act).toHaveBeenCalledTimes(2);
    });
    it('repeat while they are held down', () => {
      press(head, '-');
      at += 500;
      for (let repeats = 0; repeats < 3; repeats += 1) press(head, '-', { repeat: true });
      vi.advanceTimersByTime(60);
      expect(act).toHaveBeenCalledTimes(4);
    });
  });
  it('keeps what is scanned while another page comes for that page', () => {
    const older = vi.fn();
    const newer = vi.fn();
    const old = renderHook(() => useScanTarget({ onScan: older, refusal: null }));
    holdScans();
    for (const character of '3700218') press(document.body, character);
    press(document.body, 'Enter');
    old.unmount();
    renderHook(() => useScanTarget({ onScan: newer, refusal: null }));
    expect(newer).not.toHaveBeenCalled();
    releaseScans();
    expect(newer).toHaveBeenCalledExactlyOnceWith('3700218');
    expect(older).not.toHaveBeenCalled();
  });
  it('does not deliver while the page refuses', () => {
    const onScan = vi.fn();
    renderHook(() => useScanTarget({ onScan, refusal: 'A payment is open.' }));
    for (const character of '3700218') press(document.body, character);
    press(document.body, 'Enter');
    expect(onScan).not.toHaveBeenCalled();
  });
});
