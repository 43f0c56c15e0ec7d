import { IconCamera } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '#/lib/chunk';
import { IconButton } from '#/ui/IconButton';
import { useHasCamera } from './use-has-camera';

const CameraDialog = lazy(loadChunk(async () => ({ default: (await import('./CameraDialog')).CameraDialog })));

/** The camera as a scanner, in the field that takes codes; absent where there is no camera. */
export function CameraButton({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation('sale');
  const hasCamera = useHasCamera();
  const [isOpen, setOpen] = useState(false);
  if (!hasCamera) return null;
  return (
    <>
      <IconButton label={t('camera.open')} icon={<IconCamera size={22} stroke={1.6} />} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <CameraDialog
            onClose={() => setOpen(false)}
            onCode={(code) => {
              setOpen(false);
              onCode(code);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
