/** The longest side that is sent; the server keeps less. */
const SIDE_MAX = 1024;
const QUALITY = 0.85;
/** What the server takes, before base64. */
const BYTES_MAX = 700 * 1024;

/** Bytes as text. */
export async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Cameras take pictures of many megabytes: they are made small before they are sent. */
async function shrink(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))), 'image/jpeg', QUALITY);
  });
}

/** A file as the server takes it. One that this browser cannot read is sent as it is: the server judges it. */
export async function photoOf(file: Blob): Promise<string> {
  const small = await shrink(file).catch(() => file);
  return base64(small.size > BYTES_MAX ? small.slice(0, BYTES_MAX + 1) : small);
}
