import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { basket } from '../test-basket';
import { around, done, later, serve } from '../test-server';
import { basketQuery, keepBasket, useBasketChange } from './basket';
import { post } from './client';
import { endSession, startSession } from './session-store';

beforeEach(() => startSession('t1'));
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps no basket of a session that ended before the answer came', async () => {
  const { promise, come } = later();
  const calls = serve({ 'POST /basket/park': () => promise });
  const { client, wrapper } = around();
  const { result } = renderHook(() => useBasketChange<void>(() => post('/basket/park')), { wrapper });
  act(() => result.current.mutate());
  await waitFor(() => expect(calls).toHaveLength(1));
  endSession();
  client.clear();
  startSession('t2');
  await act(async () => come(done(basket())));
  await waitFor(() => expect(result.current.isPending).toBe(false));
  expect(client.getQueryData(basketQuery.queryKey)).toBeUndefined();
});

it('is not the one that was read before a change that was answered meanwhile', async () => {
  const { promise, come } = later();
  serve({ 'GET /basket': () => promise });
  const { client } = around();
  const reading = client.fetchQuery(basketQuery);
  keepBasket(client, basket({ version: 5 }));
  come(done(basket({ version: 4 })));
  await reading;
  expect(client.getQueryData(basketQuery.queryKey)?.version).toBe(5);
});

it('is asked for again when another basket began meanwhile', async () => {
  const { promise, come } = later();
  const answers = [promise, Promise.resolve(done(basket({ basketId: 'B2', version: 2 })))];
  serve({ 'GET /basket': () => answers.shift() });
  const { client } = around();
  const reading = client.fetchQuery(basketQuery);
  keepBasket(client, basket({ basketId: 'B2' }));
  come(done(basket({ version: 9 })));
  await reading;
  expect(client.getQueryData(basketQuery.queryKey)).toMatchObject({ basketId: 'B2', version: 2 });
});
