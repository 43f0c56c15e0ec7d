export interface PaperSize {
  /** Points, 72 to an inch. */
  width: number;
  height: number;
}

const MEDIA_BOX = /\/MediaBox\s*\[\s*([\d.+-]+)\s+([\d.+-]+)\s+([\d.+-]+)\s+([\d.+-]+)\s*\]/;

/** The size of the first page, so that it can be shown in its true proportions; `null` when it is packed away. */
export async function paperSize(pdf: Blob): Promise<PaperSize | null> {
  const text = new TextDecoder('latin1').decode(await pdf.arrayBuffer());
  const [x0, y0, x1, y1] = MEDIA_BOX.exec(text)?.slice(1).map(Number) ?? [];
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return null;
  const size = { width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
  return size.width > 0 && size.height > 0 ? size : null;
}
