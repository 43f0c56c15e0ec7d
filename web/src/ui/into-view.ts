/** Scrolls an element into sight once it is there: a `ref` for the entry of the present page, however many there are. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
