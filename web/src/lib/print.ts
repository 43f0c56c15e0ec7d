import css from './print.module.css';

/** The print window may stay open for long; the paper must not vanish under it. */
const REMOVE_AFTER_MS = 10 * 60_000;
const LOAD_TIMEOUT_MS = 15_000;

/** The frame that prints; a new print replaces it. */
let frame: { element: HTMLIFrameElement; url: string; timer: ReturnType<typeof setTimeout> } | null = null;

function removeFrame(): void {
  if (!frame) return;
  clearTimeout(frame.timer);
  frame.element.remove();
  URL.revokeObjectURL(frame.url);
  frame = null;
}

function loaded(element: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('load')), LOAD_TIMEOUT_MS);
    element.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    element.addEventListener('error', () => {
      clearTimeout(timer);
      reject(new Error('load'));
    });
  });
}

/** Opens the browser's print window for a document. Fails when the browser cannot show it. */
export async function printDocument(blob: Blob, title: string): Promise<void> {
  removeFrame();
  const url = URL.createObjectURL(blob);
  const element = document.createElement('iframe');
  element.className = css.frame ?? '';
  element.title = title;
  element.tabIndex = -1;
  element.setAttribute('aria-hidden', 'true');
  frame = { element, url, timer: setTimeout(removeFrame, REMOVE_AFTER_MS) };
  const isLoaded = loaded(element);
  element.src = url;
  document.body.append(element);
  await isLoaded;
  const page = element.contentWindow;
  if (!page) throw new Error('frame');
  page.focus();
  page.print();
}
