import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { drawQr } from './qr-code';

/** The drawing as a picture, four pixels a module. */
function picture(text: string): { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number } {
  const drawing = drawQr(text);
  if (!drawing) throw new Error('not drawn');
  const scale = 4;
  const width = drawing.size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of drawing.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column += 1) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return { data, width, height: width };
}

describe('the code on the screen', () => {
  beforeAll(async () => {
    const file = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
    const wasmBinary = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  });

  it('is read by somebody else as what it stands for', async () => {
    for (const text of ['weixin://wxpay/bizpayurl?pr=p4lpSuKzz', 'https://qr.alipay.com/bax03206ug0kulveltqc80a8', 'ü€漢字']) {
      const [found] = await readBarcodes(picture(text) as ImageData, { formats: ['QRCode'] });
      expect(found?.text).toBe(text);
    }
  });

  it('is not drawn when there is nothing, or more than a code holds', () => {
    expect(drawQr('')).toBeNull();
    expect(drawQr('x'.repeat(5000))).toBeNull();
  });
});
