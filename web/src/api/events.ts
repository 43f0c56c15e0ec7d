import { useEffect } from 'react';
import { signal } from '#/lib/signal';
import { requestHeaders, sessionEnded } from './client';
import { connectionFound } from './connection';
import { token } from './session-store';
import { address } from './operation';
import type { ServerEvents } from './types';

type Name = keyof ServerEvents;
type Listener<N extends Name> = (event: ServerEvents[N]) => void;

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

const listeners = new Map<Name, Set<(event: never) => void>>();
/** Whether events arrive now. A page that must not miss one polls while this is false. */
export const isListening = signal(false);
/** How often the stream came back after a break: what happened meanwhile was told to nobody here. */
export const gaps = signal(0);

export function onServerEvent<N extends Name>(name: N, listener: Listener<N>): () => void {
  const set = listeners.get(name) ?? new Set();
  listeners.set(name, set);
  set.add(listener as (event: never) => void);
  return () => set.delete(listener as (event: never) => void);
}

/** Follows one kind of event while the component is shown. `listener` must be stable. */
export function useServerEvent<N extends Name>(name: N, listener: Listener<N>): void {
  useEffect(() => onServerEvent(name, listener), [name, listener]);
}

/** Splits a stream of text into server-sent events; keeps what is unfinished for the next piece. */
export function createEventParser(emit: (name: string, data: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    // Line ends may be CR LF, and a chunk may end between the two.
    rest += chunk.replaceAll('\r', '');
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const block = rest.slice(0, end);
      rest = rest.slice(end + 2);
      let name = 'message';
      const data: string[] = [];
      for (const line of block.split('\n')) {
        if (line.startsWith('event:')) name = line.slice(6).trim();
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      }
      if (data.length > 0) emit(name, data.join('\n'));
    }
  };
}

function dispatch(name: string, data: string): void {
  const set = listeners.get(name as Name);
  if (!set) return;
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    return;
  }
  for (const listener of set) listener(event as never);
}

async function readStream(signal_: AbortSignal, onOpen: () => void): Promise<void> {
  const response = await fetch(address('/events'), {
    headers: { ...requestHeaders(), Accept: 'text/event-stream' },
    signal: signal_,
    cache: 'no-store',
  });
  if (!response.ok || !response.body) throw new Error(String(response.status));
  connectionFound();
  isListening.set(true);
  onOpen();
  const parse = createEventParser(dispatch);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parse(value);
  }
}

/** Listens until stopped, coming back after each break. The token goes in a header, so fetch reads it. */
export function listenToServer(): () => void {
  const stop = new AbortController();
  const offSession = onServerEvent('session-ended', () => sessionEnded('jwt expired'));
  void (async () => {
    let waitMs = FIRST_WAIT_MS;
    let hasMissed = false;
    const onOpen = (): void => {
      waitMs = FIRST_WAIT_MS;
      if (hasMissed) gaps.set(gaps.get() + 1);
      hasMissed = false;
    };
    while (!stop.signal.aborted && token.get()) {
      // A break is no news here, whichever way it came: the strip says that the line is lost.
      await readStream(stop.signal, onOpen).catch(() => undefined);
      isListening.set(false);
      hasMissed = true;
      const pause = waitMs;
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  })();
  return () => {
    offSession();
    stop.abort();
    isListening.set(false);
  };
}
