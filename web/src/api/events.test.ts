import { afterEach, expect, it, vi } from 'vitest';
import { createEventParser, gaps, isListening, listenToServer } from './events';
import { startSession } from './session-store';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('puts events together however the stream is cut', () => {
  const seen: [string, string][] = [];
  const parse = createEventParser((name, data) => seen.push([name, data]));
  const stream = ': hello\n\nevent: stock\ndata: {"itemNos":["A"]}\n\nevent:alert\r\ndata:{"recall":3}\r\n\r\ndata: x\n';
  for (const character of stream) parse(character);
  parse('data: y\n\n');
  expect(seen).toEqual([
    ['stock', '{"itemNos":["A"]}'],
    ['alert', '{"recall":3}'],
    ['message', 'x\ny'],
  ]);
});

it('comes back a second after each break of a stream that was there, and tells that something may have been missed', async () => {
  vi.useFakeTimers();
  startSession('t1');
  const streams: ReadableStreamDefaultController[] = [];
  const stream = (): Response => new Response(new ReadableStream({ start: (body) => void streams.push(body) }));
  vi.stubGlobal('fetch', () => Promise.resolve(stream()));
  const stop = listenToServer();
  await vi.advanceTimersByTimeAsync(1);
  expect(isListening.get()).toBe(true);
  // Who begins to listen has missed nothing.
  expect(gaps.get()).toBe(0);
  for (const breaks of [1, 2, 3]) {
    streams.at(-1)?.error(new TypeError('network'));
    await vi.advanceTimersByTimeAsync(500);
    expect(isListening.get()).toBe(false);
    await vi.advanceTimersByTimeAsync(600);
    expect(isListening.get()).toBe(true);
    expect(gaps.get()).toBe(breaks);
  }
  stop();
});
