/** What the server's description says of each operation: nothing here or elsewhere repeats it. */

import type { paths } from './schema';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that take a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends { [K in M]: infer O } ? O : never;
type Parameters<O> = O extends { parameters: infer V } ? V : never;
type PathValues<O> = Parameters<O> extends { path: infer V } ? { path: V } : unknown;
type Query<O> = Parameters<O> extends { query?: infer V } ? (NonNullable<V> extends never ? unknown : { query?: V }) : unknown;
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? { body: B } : unknown;
type Data<R> = R extends { content: { 'application/json': { data: infer D } } } ? D : never;
type Success<R> = Data<R[Extract<keyof R, 200 | 202>]>;

/** What an operation wants to know: the variable parts of its path, its query, its body. */
export type Input<M extends Method, P extends PathOf<M>> = PathValues<Operation<M, P>> &
  Query<Operation<M, P>> &
  Body<Operation<M, P>>;

/** What an operation answers when it does what was asked. */
export type Answer<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer R } ? Success<R> : never;

interface Parts {
  path?: unknown;
  query?: unknown;
}

const BASE = '/api/v1';

function queryString(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** A path with its variable parts and its query. */
export function fill(path: string, { path: values = {}, query = {} }: Parts): string {
  const named = new Map(Object.entries(values as object));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(named.get(name))));
  return `${BASE}${filled}${queryString(query as object)}`;
}

/** The address of something to read. */
export function address<P extends PathOf<'get'>>(
  path: P,
  ...[parts]: object extends Input<'get', P> ? [Input<'get', P>?] : [Input<'get', P>]
): string {
  return fill(path, (parts ?? {}) as Parts);
}
