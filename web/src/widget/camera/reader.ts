import { createDetector } from './detector';

/** How often a picture is read: often enough to feel at once, and a slow tablet keeps breathing. */
const READ_EVERY_MS = 150;

export interface ReaderEvents {
  /** The camera runs and its pictures are read. */
  onReading: () => void;
  onFound: (code: string) => void;
  /** Whether somebody forbade the camera; else it is not there or busy. */
  onFailed: (isDenied: boolean) => void;
}

const isDenial = (error: unknown): boolean => error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name);

/** Shows the camera behind the device and reads its pictures until a code is found; answers what ends it. */
export function startReading(screen: HTMLVideoElement, events: ReaderEvents): () => void {
  let isOver = false;
  let stream: MediaStream | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    isOver = true;
    clearTimeout(timer);
    stream?.getTracks().forEach((track) => track.stop());
  };
  const fail = (error: unknown): void => {
    if (isOver) return;
    stop();
    events.onFailed(isDenial(error));
  };
  const read = async (): Promise<void> => {
    const detecting = createDetector();
    // Whatever becomes of the camera, a reader that does not load is told once, below.
    detecting.catch(() => undefined);
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false });
    if (isOver) {
      stop();
      return;
    }
    screen.srcObject = stream;
    await screen.play();
    const detect = await detecting;
    const look = async (): Promise<void> => {
      if (isOver) return;
      const code = await detect(screen);
      if (isOver) return;
      if (code) {
        stop();
        events.onFound(code);
      } else timer = setTimeout(() => void look().catch(fail), READ_EVERY_MS);
    };
    events.onReading();
    await look();
  };
  read().catch(fail);
  return stop;
}
