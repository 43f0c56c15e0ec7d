import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissNotice, pauseNotices, recentNotices, resumeNotices, shownNotices, showNotice } from './notice';

const shown = (): string[] => shownNotices.get().map((notice) => notice.text);

beforeEach(() => vi.useFakeTimers({ now: Date.now() + 60_000 }));
afterEach(() => {
  vi.advanceTimersByTime(60_000);
  for (const notice of shownNotices.get()) dismissNotice(notice.id);
  vi.useRealTimers();
});

describe('notices', () => {
  it('last 2.5 s', () => {
    showNotice('success', 'Saved');
    vi.advanceTimersByTime(2499);
    expect(shown()).toEqual(['Saved']);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
    expect(recentNotices.get()[0]?.text).toBe('Saved');
  });
  it('swallow the same text for 2.5 s', () => {
    showNotice('error', 'Search failed');
    vi.advanceTimersByTime(2400);
    showNotice('error', 'Search failed');
    expect(shown()).toEqual(['Search failed']);
    vi.advanceTimersByTime(200);
    showNotice('error', 'Search failed');
    expect(shown()).toEqual(['Search failed']);
    vi.advanceTimersByTime(2499);
    expect(shown()).toEqual(['Search failed']);
  });
  it('stack three at most, the newest on top', () => {
    for (const text of ['one', 'two', 'three', 'four']) showNotice('warning', text);
    expect(shown()).toEqual(['four', 'three', 'two']);
  });
  it('about money stay until they are read', () => {
    showNotice('error', 'The bank declined this card.', { isSticky: true });
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual(['The bank declined this card.']);
  });
  it('wait while someone reads', () => {
    showNotice('warning', 'Read me');
    pauseNotices();
    vi.advanceTimersByTime(10_000);
    expect(shown()).toEqual(['Read me']);
    resumeNotices();
    vi.advanceTimersByTime(2500);
    expect(shown()).toEqual([]);
  });
});
