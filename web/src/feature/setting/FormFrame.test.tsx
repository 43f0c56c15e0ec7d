import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '#/api/session-store';
import { page } from '#/lib/path';
import { unsavedChanges } from '#/lib/unsaved';
import { measureless } from '../../test-server';
import { FormFrame } from './FormFrame';
import type { Form } from './use-form';

const { login } = page;

/** A form in which something was typed. */
const form: Form<object> = {
  value: {},
  set: () => undefined,
  errorOf: () => undefined,
  setFault: () => undefined,
  changes: 2,
  error: null,
  conflict: null,
  isSaving: false,
  save: () => undefined,
  discard: () => undefined,
};

function open() {
  const root = createRootRoute();
  const setting = createRoute({
    getParentRoute: () => root,
    path: '/setting',
    component: () => (
      <FormFrame title="Collection" form={form} saveLabel="Save" onClose={() => undefined}>
        {null}
      </FormFrame>
    ),
  });
  const end = createRoute({ getParentRoute: () => root, path: login, component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([setting, end]),
    history: createMemoryHistory({ initialEntries: ['/setting'] }),
  });
  render(
    <MantineProvider forceColorScheme="light">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  return router;
}

beforeEach(() => {
  measureless();
  startSession('t1');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps whoever has typed something until they say that it may be lost, and nobody whose session is over', async () => {
  const router = open();
  await waitFor(() => expect(unsavedChanges.get()).toBe(2));
  act(() => void router.navigate({ to: login }));
  await waitFor(() => expect(document.querySelector('[aria-modal=true]')).not.toBeNull());
  expect(router.state.location.pathname).toBe('/setting');
  act(() => endSession());
  act(() => void router.navigate({ to: login }));
  await waitFor(() => expect(router.state.location.pathname).toBe(login));
  expect(unsavedChanges.get()).toBe(0);
});
