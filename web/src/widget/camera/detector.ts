/** The kinds of codes that stand on tags, cards and papers of the boutique. */
const NATIVE_FORMATS = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'code_39', 'itf', 'qr_code'];

/** Reads a picture: the first code in it, or none. */
export type Detector = (video: HTMLVideoElement) => Promise<string | null>;

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface NativeDetectors {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own reader: on Android, ChromeOS and macOS. */
async function nativeDetector(): Promise<Detector | null> {
  const own = (globalThis as { BarcodeDetector?: NativeDetectors }).BarcodeDetector;
  if (!own) return null;
  const supported = await own.getSupportedFormats().catch((): string[] => []);
  const formats = NATIVE_FORMATS.filter((format) => supported.includes(format));
  // Without the barcodes of pieces it is of no use here.
  if (!formats.includes('ean_13')) return null;
  const detector = new own({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/** ZXing as WebAssembly, for browsers without a reader: loaded with its program when the camera opens. */
async function loadedDetector(): Promise<Detector> {
  const [{ prepareZXingModule, readBarcodes }, { default: program }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  await prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    if (!context || videoWidth === 0) return null;
    canvas.width = videoWidth;
    canvas.height = videoHeight;
    context.drawImage(video, 0, 0);
    const picture = context.getImageData(0, 0, videoWidth, videoHeight);
    const found = await readBarcodes(picture, {
      formats: ['EAN13', 'EAN8', 'UPCA', 'Code128', 'Code39', 'ITF', 'QRCode'],
      maxNumberOfSymbols: 1,
    });
    return found.find(({ isValid }) => isValid)?.text ?? null;
  };
}

export const createDetector = async (): Promise<Detector> => (await nativeDetector()) ?? loadedDetector();
