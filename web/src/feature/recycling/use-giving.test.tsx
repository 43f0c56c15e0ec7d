import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Recycling, RecyclingAgree } from '#/api/types';
import { around, done, refused, serve } from '../../test-server';
import { useGiving } from './use-giving';

const weighed = { recyclingId: 'R1', state: 'WEIGHED', version: 1 } as Recycling;
const agreed: Recycling = { ...weighed, state: 'AGREED', version: 2 };
const credited: Recycling = { ...weighed, state: 'CREDITED', version: 3 };

afterEach(() => {
  vi.unstubAllGlobals();
});

it('gives the credit of a document that is signed without signing it again', async () => {
  const grants = [refused('recycling.crm_unavailable'), done(credited)];
  const calls = serve({
    'POST /recycling/R1/agree': () => done(agreed),
    'POST /recycling/R1/grant': () => grants.shift(),
  });
  const onDone = vi.fn();
  const { result } = renderHook(() => {
    const [document, setDocument] = useState<Recycling>(weighed);
    return { document, giving: useGiving({ document, onDocument: setDocument, onDone }) };
  }, around());
  const press = () => act(() => result.current.giving.approved.submit({ version: result.current.document.version } as RecyclingAgree));
  await press();
  expect(result.current.document.state).toBe('AGREED');
  expect(result.current.giving.refusal?.key).toBe('recycling.crm_unavailable');
  await press();
  expect(onDone).toHaveBeenCalledOnce();
  expect(result.current.document.state).toBe('CREDITED');
  expect(calls.map(({ path, body }) => [path, (body as { version: number }).version])).toEqual([
    ['/recycling/R1/agree', 1],
    ['/recycling/R1/grant', 2],
    ['/recycling/R1/grant', 2],
  ]);
});
