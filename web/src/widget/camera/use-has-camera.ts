import { useEffect, useState } from 'react';

/** Whether this device has a camera that the till might use; asking needs no permission. */
export function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => {
    // Absent on hosts without encryption, whatever the types say.
    const media = navigator.mediaDevices as MediaDevices | undefined;
    if (!media?.getUserMedia) return undefined;
    let isGone = false;
    const look = (): void => {
      media.enumerateDevices().then(
        (devices) => {
          if (!isGone) setHasCamera(devices.some(({ kind }) => kind === 'videoinput'));
        },
        () => undefined,
      );
    };
    look();
    media.addEventListener('devicechange', look);
    return () => {
      isGone = true;
      media.removeEventListener('devicechange', look);
    };
  }, []);
  return hasCamera;
}
