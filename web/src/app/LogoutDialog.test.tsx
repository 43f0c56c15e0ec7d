import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '#/api/types';
import { unsavedChanges } from '#/lib/unsaved';
import { around, measureless } from '../test-server';
import { LogoutDialog } from './LogoutDialog';
import { isLogoutOpen } from './shell-state';

beforeEach(() => {
  measureless();
  vi.stubGlobal('fetch', vi.fn(() => new Promise(() => undefined)));
});
afterEach(() => {
  unsavedChanges.set(0);
  isLogoutOpen.set(false);
  vi.unstubAllGlobals();
});

it('says before logging out that something is typed and not saved', () => {
  const { wrapper: Around } = around();
  render(
    <MantineProvider forceColorScheme="light">
      <Around>
        <LogoutDialog session={{ terminalName: 'Till 1' } as Session} />
      </Around>
    </MantineProvider>,
  );
  act(() => isLogoutOpen.set(true));
  // Without a catalogue a text is its key.
  expect(screen.queryByText('logout.unsaved')).toBeNull();
  act(() => unsavedChanges.set(1));
  expect(screen.getByText('logout.unsaved')).not.toBeNull();
});
