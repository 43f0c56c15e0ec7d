import { fill, type Method } from './operation';
import { token } from './session-store';
import type { Basket } from './types';

/** How long a key is kept for a call whose reply never came. */
const LOST_MS = 10 * 60_000;

/** A change as it is sent. */
export interface Intent {
  method: Method;
  url: string;
  body: string | undefined;
  /** What it is about, where neither its address nor its body says so. */
  about: string | undefined;
}

/**
 * Keys of calls that were sent and never answered. The same call again, about the same, is the same intent, so it
 * carries the same key and the server gives the first answer instead of doing it twice.
 */
const lost = new Map<string, { url: string; key: string; at: number }>();

/** The basket that the till saw last, as it was then. */
let seenBasket = '';

// The next person means something else with the same words.
token.subscribe(() => {
  lost.clear();
  seenBasket = '';
});

const isBelow = (url: string, path: string): boolean => url === path || url.startsWith(`${path}/`);

/** What is asked of the basket names it nowhere, and means it as it was seen: once it changed, the same is asked anew. */
function written({ method, url, body, about }: Intent): string {
  const of = about ?? (isBelow(url, fill('/basket', {})) ? seenBasket : '');
  return [method, url, of, body ?? ''].join(' ');
}

/** The key for a change, with what keeps it for the same change when its reply is lost. */
export function takeKey(intent: Intent): { key: string; keep: () => void } {
  const name = written(intent);
  const known = lost.get(name);
  lost.delete(name);
  const key = known && Date.now() - known.at < LOST_MS ? known.key : crypto.randomUUID();
  const session = token.get();
  const keep = (): void => {
    if (token.get() === session) lost.set(name, { url: intent.url, key, at: Date.now() });
  };
  return { key, keep };
}

/** The till sees the basket, and with it what became of the changes before. */
export function noteBasket({ basketId, version }: Pick<Basket, 'basketId' | 'version'>): void {
  seenBasket = `${basketId} ${version}`;
}

/** What became of the changes below a path was seen: the same again is meant anew. */
export function forgetLost(path: string): void {
  for (const [name, { url }] of lost) {
    if (isBelow(url, fill(path, {}))) lost.delete(name);
  }
}
