/** How long a browser may take to pick up a file before its address is let go. */
const RELEASE_AFTER_MS = 60_000;

/** Hands a file to the browser to be saved. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}
