import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Notices } from '#/ui/Notices';
import { UpdateDialog } from './UpdateDialog';

/** What stands over every page, logged in or not. */
export function Root() {
  return (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      <Notices />
      <UpdateDialog />
    </>
  );
}
