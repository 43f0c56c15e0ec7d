import i18next from 'i18next';
import { showNotice } from '#/lib/notice';
import { deviceId } from '#/lib/storage';
import { noteServerTime } from '#/lib/time-now';
import { APP_VERSION } from '#/lib/version';
import { connectionFound, connectionLost } from './connection';
import { takeKey } from './intent';
import { isSessionDead, isSessionEnding, observe } from './observer';
import { ApiError, errorText, isUnanswered, NoAnswerError } from './refusal';
import { endSession, loginTime, token } from './session-store';
import { fill, type Answer, type Input, type Method, type PathOf } from './operation';
import type { Envelope } from './types';

const REQUEST_TIMEOUT_MS = 15_000;
const AUTH_ERROR_LOGOUT_MS = 3000;
/** Waits before a call whose reply was lost is sent again with the same key. */
const RESEND_AFTER_MS = [300, 1200];

export interface RequestOptions {
  signal?: AbortSignal;
  /**
   * `auto`: a refusal is also shown as a notice. `money`: the notice stays until it is read.
   * `none`: the caller says it in place and nothing else should (look-ups in the background).
   */
  notice?: 'auto' | 'money' | 'none';
  /** Whether the server wants an idempotency key; true for every change. */
  isKeyed?: boolean;
  /** A refusal here is about the credentials and not about the session. */
  isLogin?: boolean;
  /**
   * What a change is about, where neither its address nor its body says so: the same words about something else are
   * another intent, with a key of its own. Changes of `/basket` mean the basket as the till saw it last.
   */
  about?: string;
}

export function requestHeaders(): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    'X-Time-Zone-Offset': String(-new Date().getTimezoneOffset()),
    'X-Login-Time': loginTime(),
    'X-App-Version': APP_VERSION,
    'X-Device-Id': deviceId(),
  };
  const bearer = token.get();
  if (bearer) headers['Authorization'] = `Bearer ${bearer}`;
  return headers;
}

/** A call as it goes out, and how the body of what comes back is read. */
interface Sending<B> {
  method: Method;
  url: string;
  init: RequestInit;
  read: (response: Response) => Promise<B>;
  outer?: AbortSignal | undefined;
}

/** An answer with all of its body. */
interface Reply<B> {
  response: Response;
  body: B;
}

async function fetchOnce<B>({ method, url, init, read, outer }: Sending<B>): Promise<Reply<B>> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const signal = outer ? AbortSignal.any([outer, timeout]) : timeout;
  try {
    const response = await fetch(url, { ...init, method: method.toUpperCase(), signal, cache: 'no-store' });
    noteServerTime(response.headers.get('Date'));
    // A line may break behind the headers, too: without its body there is no answer.
    const body = await read(response);
    connectionFound();
    return { response, body };
  } catch (error) {
    if (outer?.aborted) throw error;
    if (timeout.aborted) throw new NoAnswerError('timeout');
    connectionLost();
    throw new NoAnswerError('connection');
  }
}

/** Sends a change, again with the same key when the line broke before the reply. */
async function fetchWithResend<B>(sending: Sending<B>): Promise<Reply<B>> {
  for (const wait of RESEND_AFTER_MS) {
    try {
      return await fetchOnce(sending);
    } catch (error) {
      if (!(error instanceof NoAnswerError) || error.reason === 'timeout') throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return fetchOnce(sending);
}

let logoutTimer: ReturnType<typeof setTimeout> | undefined;

/** The session is dead: say so, wait 3 s, clear storage and let the router show the login page. */
export function sessionEnded(message: string): void {
  const ended = token.get();
  if (isSessionEnding.get() || !ended) return;
  isSessionEnding.set(true);
  showNotice('error', `${message}. ${i18next.t('error:session.ending')}`);
  clearTimeout(logoutTimer);
  logoutTimer = setTimeout(() => {
    // Somebody may have logged out and in again meanwhile: only the session that died is forgotten.
    if (token.get() === ended) endSession();
    isSessionEnding.set(false);
  }, AUTH_ERROR_LOGOUT_MS);
}

function readEnvelope<T>({ response, body: text }: Reply<string>): Envelope<T> {
  if (text.includes('502 Bad Gateway')) {
    connectionLost();
    throw new ApiError({ status: 502, code: 502, message: '502 Bad Gateway', refusal: null, reference: null });
  }
  try {
    const envelope = JSON.parse(text) as Envelope<T>;
    if (typeof envelope !== 'object' || envelope === null || typeof envelope.code !== 'number') throw new Error('shape');
    return envelope;
  } catch {
    throw new ApiError({
      status: response.status,
      code: response.status,
      message: i18next.t('error:unexpected'),
      refusal: null,
      reference: response.headers.get('X-Request-Id'),
    });
  }
}

function unwrap<T>(response: Response, envelope: Envelope<T>, options: RequestOptions): T {
  observe(envelope);
  if (response.ok && envelope.success) return envelope.data;
  const error = new ApiError({
    status: response.status,
    code: envelope.code,
    message: envelope.message,
    refusal: envelope.error ?? null,
    reference: response.headers.get('X-Request-Id'),
    data: envelope.data,
  });
  if (!options.isLogin && isSessionDead(envelope.code, envelope.message)) sessionEnded(envelope.message);
  throw error;
}

/** Refusals that are questions: the page puts them, and a yes sends the same again. */
const QUESTIONS = new Set(['sale.stock_confirm']);

function announce(error: unknown, options: RequestOptions): void {
  const notice = options.notice ?? 'auto';
  if (notice === 'none' || isSessionEnding.get()) return;
  if (!(error instanceof ApiError) && !(error instanceof NoAnswerError)) return;
  if (error instanceof ApiError && QUESTIONS.has(error.key)) return;
  showNotice('error', errorText(error), { isSticky: notice === 'money' });
}

async function send<T>(method: Method, url: string, body: unknown, options: RequestOptions): Promise<T> {
  const headers = requestHeaders();
  const text = body === undefined ? undefined : JSON.stringify(body);
  if (text !== undefined) headers['Content-Type'] = 'application/json';
  const isKeyed = options.isKeyed ?? method !== 'get';
  const intent = isKeyed ? takeKey({ method, url, body: text, about: options.about }) : null;
  if (intent) headers['Idempotency-Key'] = intent.key;
  const init: RequestInit = { headers, ...(text === undefined ? {} : { body: text }) };
  try {
    const fetchIt = isKeyed || method === 'get' ? fetchWithResend : fetchOnce;
    const reply = await fetchIt({ method, url, init, read: (response) => response.text(), outer: options.signal });
    return unwrap(reply.response, readEnvelope<T>(reply), options);
  } catch (error) {
    if (isUnanswered(error)) intent?.keep();
    announce(error, options);
    throw error;
  }
}

type Call<M extends Method, P extends PathOf<M>> = Input<M, P> & RequestOptions;
type Arguments<M extends Method, P extends PathOf<M>> = object extends Call<M, P> ? [Call<M, P>?] : [Call<M, P>];

/** One call to the server: the data of its answer, or an `ApiError` or `NoAnswerError`. */
function caller<M extends Method>(method: M) {
  return <P extends PathOf<M>>(path: P, ...[call]: Arguments<M, P>): Promise<Answer<M, P>> => {
    const { path: values, query, body, ...options } = (call ?? {}) as RequestOptions & Record<'path' | 'query' | 'body', unknown>;
    return send(method, fill(path, { path: values, query }), body, options);
  };
}

export const get = caller('get');
export const post = caller('post');
export const put = caller('put');
export const del = caller('delete');

/** A document (PDF, CSV) with the session's headers, as a blob to show, print or save. */
export async function getDocument(url: string): Promise<Blob> {
  try {
    const init = { headers: { ...requestHeaders(), Accept: '*/*' } };
    const { response, body } = await fetchOnce({ method: 'get', url, init, read: (reply) => reply.blob() });
    if (!response.ok) unwrap(response, readEnvelope<never>({ response, body: await body.text() }), {});
    return body;
  } catch (error) {
    announce(error, {});
    throw error;
  }
}
