import { useEffect, useEffectEvent } from 'react';

/** On Linux Chrome keeps Alt+1 to 8 for its own tabs, so sections are Alt+Shift+1 to 8 there. */
export const isLinux = /Linux/.test(navigator.userAgent) && !/Android/.test(navigator.userAgent);

/** `F2`, `Alt+KeyS`, `Alt+Digit1`, `Control+KeyP`: modifiers, then the physical key. */
export function shortcutOf(event: KeyboardEvent): string {
  const modifiers = [
    event.ctrlKey ? 'Control' : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey ? 'Shift' : '',
    event.metaKey ? 'Meta' : '',
  ].filter(Boolean);
  return [...modifiers, event.code].join('+');
}

/** Whether something modal is on screen: it has the keys and the scans. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

/** Answers keys while the component is shown. A key under a dialog is the dialog's. */
export function useShortcuts(keys: Record<string, () => void>, options: { inDialog?: boolean } = {}): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const action = keys[shortcutOf(event)];
    if (!action) return;
    event.preventDefault();
    if (!options.inDialog && isDialogOpen()) return;
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** The modifier of the section keys on this machine. */
export const SECTION_MODIFIER = isLinux ? 'Alt+Shift' : 'Alt';
