import i18next from 'i18next';
import { formatDay } from '#/lib/date';
import { formatMoney } from '#/lib/money';
import type { Money, Refusal } from './types';

/** The server said no, or said something that is not an answer. */
export class ApiError extends Error {
  readonly status: number;
  /** The specification's code: 501 for a dead session, 412 for a second factor. */
  readonly code: number;
  readonly refusal: Refusal | null;
  readonly reference: string | null;
  readonly data: unknown;

  constructor(fields: {
    status: number;
    code: number;
    message: string;
    refusal: Refusal | null;
    reference: string | null;
    data?: unknown;
  }) {
    super(fields.message);
    this.name = 'ApiError';
    this.status = fields.status;
    this.code = fields.code;
    this.refusal = fields.refusal;
    this.reference = fields.reference;
    this.data = fields.data ?? null;
  }

  get key(): string {
    return this.refusal?.key ?? '';
  }
}

/** No answer came: whether the call took effect is not known. */
export class NoAnswerError extends Error {
  readonly reason: 'timeout' | 'connection';

  constructor(reason: 'timeout' | 'connection') {
    super(reason);
    this.name = 'NoAnswerError';
    this.reason = reason;
  }
}

/** Whether what was asked may have been done all the same: no answer came, or none from the server itself. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NoAnswerError || (error instanceof ApiError && error.status >= 502);

function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'minor' in value && 'currency' in value;
}

/** A calendar day as the server writes it. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The sentence for a refusal in the language of the till; the server's English when we have none. */
export function refusalText(refusal: Refusal, fallback = ''): string {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(refusal.params ?? {})) {
    params[name] = isMoney(value) ? formatMoney(value) : typeof value === 'string' && DAY.test(value) ? formatDay(value) : value;
  }
  // `count` chooses the plural form; refusals carry one number at most that does.
  const count = Object.values(refusal.params ?? {}).find((value) => typeof value === 'number');
  const options = { ...params, ...(count === undefined ? {} : { count }) };
  // A sentence with a number may also come without one ("Incorrect username or password").
  const key = [`error:${refusal.key}`, `error:${refusal.key}_plain`].find((name) => i18next.exists(name, options));
  return key ? String(i18next.t(key as never, options as never)) : fallback || refusal.key;
}

/** What went wrong, in words for the person at the till. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    return error.refusal ? refusalText(error.refusal, error.message) : error.message;
  }
  if (error instanceof NoAnswerError) {
    return i18next.t(error.reason === 'timeout' ? 'error:noAnswer.timeout' : 'error:noAnswer.connection');
  }
  return i18next.t('error:unexpected');
}

/** Where a text is followed by another, it ends as a sentence does; one that ends already is as it was. */
export function wholeSentence(text: string): string {
  return /[.?!。？！؟…]$/.test(text.trimEnd()) ? text : i18next.t('error:sentence', { text });
}
