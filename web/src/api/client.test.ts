import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shownNotices } from '#/lib/notice';
import { get, post } from './client';
import { noteBasket } from './intent';
import { isSessionDead, isSessionEnding, outdated, recallCount } from './observer';
import { startSession, token } from './session-store';

type Call = { url: string; headers: Record<string, string>; body: string | undefined };

let calls: Call[];

/** An answer whose line breaks behind the headers. */
const torn = (): Response => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('network')) }));

function answer(...replies: (object | string | Error)[]): void {
  calls = [];
  let index = 0;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push({ url, headers: init.headers as Record<string, string>, body: init.body as string | undefined });
    const reply = replies[Math.min(index++, replies.length - 1)];
    if (reply instanceof Error) return Promise.reject(reply);
    if (reply === torn) return Promise.resolve(torn());
    const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
    const status = typeof reply === 'object' && 'status' in reply ? Number(reply.status) : 200;
    return Promise.resolve(new Response(text, { status: typeof reply === 'string' ? 502 : status }));
  });
}

const ok = (data: unknown): object => ({ code: 200, message: '', success: true, data });
const refused = (status: number, key: string, message: string): object => ({
  status,
  code: status,
  message,
  success: false,
  data: null,
  error: { key, params: {} },
});
const add = (itemNo: string) =>
  post('/basket/line', { body: { itemNo, sizeCode: '', quantity: 1 }, notice: 'none' });
/** Sends a call as often as it is sent by itself, in no time. */
async function lose(call: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers();
  const lost = expect(call()).rejects.toThrow('connection');
  await vi.advanceTimersByTimeAsync(1900);
  await lost;
  vi.useRealTimers();
}
const keys = (): (string | undefined)[] => calls.map((call) => call.headers['Idempotency-Key']);

beforeEach(() => {
  vi.useRealTimers();
  startSession('t1');
  isSessionEnding.set(false);
  outdated.set(null);
});

describe('headers', () => {
  it('carry the session, the version and the device', async () => {
    answer(ok(1));
    await get('/session');
    expect(calls[0]?.headers).toMatchObject({ Authorization: 'Bearer t1', 'X-App-Version': '3.10.51' });
    expect(calls[0]?.headers['X-Device-Id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(calls[0]?.headers['X-Time-Zone-Offset']).toMatch(/^-?\d+$/);
    expect(keys()).toEqual([undefined]);
  });
});

describe('idempotency keys', () => {
  it('differ between two intents, even with the same content', async () => {
    answer(ok(1));
    await add('A');
    await add('A');
    expect(new Set(keys()).size).toBe(2);
  });
  it('stay the same when the line broke before the reply', async () => {
    answer(new TypeError('network'), ok(1));
    await add('B');
    expect(calls).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
  });
  it('stay the same when the line broke in the middle of the reply', async () => {
    answer(torn, ok(1));
    await add('E');
    expect(calls).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
    // And when it always does, the person is told and may press again.
    answer(torn);
    await lose(() => add('F'));
    const [first] = keys();
    answer(ok(1));
    await add('F');
    expect(keys()).toEqual([first]);
  });
  it('are used again when the person repeats what was never answered', async () => {
    answer(new TypeError('network'));
    await expect(add('C')).rejects.toThrow('connection');
    const [first] = keys();
    answer(ok(1));
    await add('C');
    expect(keys()).toEqual([first]);
  });
  it.each([
    ['the basket of the next client', { basketId: 'B2', version: 1 }],
    ['the basket once it was seen that it changed', { basketId: 'B1', version: 4 }],
  ])('are not used again for %s', async (_, seen) => {
    noteBasket({ basketId: 'B1', version: 3 });
    answer(new TypeError('network'));
    await lose(() => add('G'));
    const [first] = keys();
    // Nothing was seen that tells the one from the other.
    noteBasket({ basketId: 'B1', version: 3 });
    await lose(() => add('G'));
    expect(keys().at(-1)).toBe(first);
    noteBasket(seen);
    answer(ok(1));
    await add('G');
    expect(keys()[0]).not.toBe(first);
  });
  it('are not used again for the same words about another payment, nor in the next session', async () => {
    const pay = (about: string) => post('/payment/tender', { body: { tenderCode: 'CASH', amount: { minor: 4500, currency: 'EUR' } }, about, notice: 'none' });
    answer(new TypeError('network'));
    await lose(() => pay('B1'));
    const [first] = keys();
    answer(ok(1));
    await pay('B2');
    expect(keys()[0]).not.toBe(first);
    startSession('t2');
    await pay('B1');
    expect(keys()[1]).not.toBe(first);
  });
  it('are not used again after a refusal', async () => {
    answer(refused(409, 'sale.no_price', 'no price'));
    await expect(add('D')).rejects.toThrow('no price');
    const [first] = keys();
    answer(ok(1));
    await add('D');
    expect(keys()[0]).not.toBe(first);
  });
});

describe('what an answer says on the side', () => {
  it('refreshes the bell on success only', async () => {
    answer({ ...ok(1), recallinfo: { count: 7 } });
    await get('/basket');
    expect(recallCount.get()).toBe(7);
    answer({ ...refused(409, 'a.b', 'no'), recallinfo: { count: 0 } });
    await expect(get('/basket', { notice: 'none' })).rejects.toThrow('no');
    expect(recallCount.get()).toBe(7);
  });
  it('opens the forced update on version code 0, refusal or not', async () => {
    const versionInfo = { code: 0, currentVersion: '3.10.51', latestVersion: '3.10.52', updateNotes: [] };
    answer({ ...refused(409, 'a.b', 'no'), versionInfo });
    await expect(get('/basket', { notice: 'none' })).rejects.toThrow('no');
    expect(outdated.get()?.latestVersion).toBe('3.10.52');
  });
  it('shows a 502 of a proxy as it is', async () => {
    answer('<html><h1>502 Bad Gateway</h1></html>');
    await expect(get('/basket')).rejects.toThrow('502 Bad Gateway');
    expect(shownNotices.get().map((notice) => notice.text)).toContain('502 Bad Gateway');
  });
});

describe('a dead session', () => {
  it.each([
    [501, 'anything', true],
    [200, 'jwt expired', true],
    [500, 'invalid signature', true],
    [404, 'invalidsignature', true],
    [404, 'invalid  signature ', true],
    [404, 'Not found', false],
    [409, 'invalid signature', false],
  ])('code %i with "%s": %s', (code, message, isDead) => {
    expect(isSessionDead(code, message)).toBe(isDead);
  });
  it('clears storage 3 s after the notice, keeping the device', async () => {
    vi.useFakeTimers();
    localStorage.setItem('uuid', 'device-1');
    answer({ status: 401, code: 501, message: 'jwt expired', success: false, data: null });
    await expect(get('/basket')).rejects.toThrow('jwt expired');
    vi.advanceTimersByTime(2999);
    expect(token.get()).toBe('t1');
    vi.advanceTimersByTime(1);
    expect(token.get()).toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('uuid')).toBe('device-1');
  });
  it('leaves alone who has logged in within the 3 s', async () => {
    vi.useFakeTimers();
    answer({ status: 401, code: 501, message: 'jwt expired', success: false, data: null });
    await expect(get('/basket')).rejects.toThrow('jwt expired');
    startSession('t2');
    vi.advanceTimersByTime(3000);
    expect(token.get()).toBe('t2');
    expect(isSessionEnding.get()).toBe(false);
  });
});
