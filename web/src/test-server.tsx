import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { vi } from 'vitest';

/** A call as it came to the server's stand-in. */
export interface Call {
  method: string;
  path: string;
  key: string | undefined;
  body: unknown;
}

/** Instead of an answer: the line breaks. */
export const BROKEN = new TypeError('network');

/** What the server says when it does what was asked. */
export const done = (data: unknown): object => ({ code: 200, message: '', success: true, data });

/** What the server says when it does not. */
export const refused = (key: string, params: object = {}): object => ({
  code: 409,
  message: key,
  success: false,
  data: null,
  error: { key, params, field: null },
});

/** Stands in for the server: answers by `POST /basket/scan`, and breaks the line for what it does not know. Answers the calls. */
export function serve(answers: Record<string, (call: Call) => unknown>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const path = new URL(url, 'http://till').pathname.replace('/api/v1', '');
    const key = (headers as Record<string, string>)['Idempotency-Key'];
    const call = { method: method.toUpperCase(), path, key, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined };
    calls.push(call);
    const answer = (await (answers[`${method.toUpperCase()} ${path}`] ?? (() => BROKEN))(call)) as { code: number } | Error | Response;
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer;
    return new Response(JSON.stringify(answer), { status: answer.code });
  });
  return calls;
}

/** What hooks need around them, with the client behind it. */
export function around(): { client: QueryClient; wrapper: (props: { children: ReactNode }) => ReactNode } {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return { client, wrapper };
}

/** An answer that comes when the story says so. */
export function later(): { promise: Promise<unknown>; come: (answer: unknown) => void } {
  let come: (answer: unknown) => void = () => undefined;
  const promise = new Promise((resolve) => {
    come = resolve;
  });
  return { promise, come };
}

/** What dialogs ask of a browser about its window, which is nowhere here. */
export function measureless(): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (): void => undefined;
      unobserve = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
}
