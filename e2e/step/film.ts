/** A short film of a barcode for the browser's make-believe camera (YUV4MPEG2, 4:2:0). */

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES = 5;
/** How many points wide the narrowest bar is. */
const MODULE = 4;
const WHITE = 235;
const BLACK = 16;
const NEUTRAL = 128;

const LEFT_ODD = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111', '0001011'];
const PARITY = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO'];
const inverse = (bits: string): string => [...bits].map((bit) => (bit === '0' ? '1' : '0')).join('');

/** The bars of an EAN-13, a digit for each narrowest bar: 1 is black. */
export function ean13(code: string): string {
  const digits = [...code].map(Number);
  const parity = PARITY[digits[0] ?? 0] ?? '';
  const left = digits.slice(1, 7).map((digit, at) => {
    const odd = LEFT_ODD[digit] ?? '';
    return parity[at] === 'O' ? odd : [...inverse(odd)].toReversed().join('');
  });
  const right = digits.slice(7).map((digit) => inverse(LEFT_ODD[digit] ?? ''));
  return `101${left.join('')}01010${right.join('')}101`;
}

export function barcodeFilm(code: string): Buffer {
  const bars = ean13(code);
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  const start = Math.trunc((WIDTH - bars.length * MODULE) / 2);
  for (let y = HEIGHT / 4; y < (HEIGHT * 3) / 4; y += 1) {
    [...bars].forEach((bar, at) => {
      if (bar === '1') luma.fill(BLACK, y * WIDTH + start + at * MODULE, y * WIDTH + start + (at + 1) * MODULE);
    });
  }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, NEUTRAL);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]);
}
