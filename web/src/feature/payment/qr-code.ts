import { encode } from 'uqr';

/** White modules around a code, as the standard demands. */
export const QUIET_ZONE = 4;

export interface QrDrawing {
  /** How many modules a side has, the quiet zone included. */
  size: number;
  /** The dark modules, as the path of an SVG in modules. */
  path: string;
}

/** Draws a QR code; `null` when the text is more than a code holds. */
export function drawQr(text: string): QrDrawing | null {
  if (text === '') return null;
  try {
    const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
    const runs = data.flatMap((row, y) => {
      const found: string[] = [];
      for (let x = 0; x < row.length; x += 1) {
        if (!row[x]) continue;
        let end = x;
        while (row[end]) end += 1;
        found.push(`M${x} ${y}h${end - x}v1h${x - end}z`);
        x = end;
      }
      return found;
    });
    return { size, path: runs.join('') };
  } catch {
    return null;
  }
}
