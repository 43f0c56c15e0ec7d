import { useEffect } from 'react';
import { signal } from './signal';

/** How many changes were typed on the page and not saved: whoever logs out is told that they are lost. */
export const unsavedChanges = signal(0);

/** Counts changes as unsaved while the component is shown. */
export function useUnsaved(changes: number): void {
  useEffect(() => {
    unsavedChanges.set(unsavedChanges.get() + changes);
    return () => unsavedChanges.set(unsavedChanges.get() - changes);
  }, [changes]);
}
