import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { Note } from '#/ui/Note';
import css from './Camera.module.css';
import { startReading } from './reader';

type Trouble = 'denied' | 'failed';

/** What the camera sees, read until a code is found. */
function Viewfinder({ onCode, onTrouble }: { onCode: (code: string) => void; onTrouble: (trouble: Trouble) => void }) {
  const { t } = useTranslation('sale');
  const video = useRef<HTMLVideoElement>(null);
  const [isReading, setReading] = useState(false);
  const found = useEffectEvent(onCode);
  const failed = useEffectEvent(onTrouble);
  useEffect(() => {
    if (!video.current) return undefined;
    return startReading(video.current, {
      onReading: () => setReading(true),
      onFound: (code) => found(code),
      onFailed: (isDenied) => failed(isDenied ? 'denied' : 'failed'),
    });
  }, []);
  return (
    <>
      <div className={css.frame}>
        {/* What the camera sees has no sound and no words. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video ref={video} className={css.video} muted playsInline aria-label={t('camera.open')} />
        <span className={css.aim} aria-hidden="true" />
      </div>
      <p className="sr" role="status">
        {isReading ? '' : t('camera.starting')}
      </p>
    </>
  );
}

/** The camera as a scanner. */
export function CameraDialog({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const { t } = useTranslation('sale');
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  return (
    <Dialog title={t('camera.open')} lead={t('camera.text')} onClose={onClose} width={560} isFullOnPhone>
      {trouble ? (
        <Note tone="citrine" role="alert">
          {t(`camera.${trouble}`)}
          <div className={css.again}>
            <Button size="sm" onClick={() => setTrouble(null)}>
              {t('camera.again')}
            </Button>
          </div>
        </Note>
      ) : (
        <Viewfinder onCode={onCode} onTrouble={setTrouble} />
      )}
    </Dialog>
  );
}
