const CHUNK_TIMEOUT_MS = 120_000;

/** A part of the till that did not arrive in 120 s (specification, section 8). */
export class ChunkLoadError extends Error {
  constructor() {
    super('Loading chunk failed');
    this.name = 'ChunkLoadError';
  }
}

/** Loads a part of the till, giving up after 120 s. */
export function loadChunk<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    let timer: ReturnType<typeof setTimeout>;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChunkLoadError()), CHUNK_TIMEOUT_MS);
    });
    return Promise.race([load(), late]).finally(() => clearTimeout(timer));
  };
}
