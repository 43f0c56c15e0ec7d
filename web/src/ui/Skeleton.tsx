import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './Skeleton.module.css';

const SLOW_MS = 5000;

/** A grey shape where something will stand. */
export function Bone({ width, height, radius }: { width?: string; height: number; radius?: number }) {
  const style: CSSProperties = { inlineSize: width ?? '100%', blockSize: height };
  if (radius !== undefined) style.borderRadius = radius;
  return <div className={css.bone} style={style} />;
}

/** Shows nothing for 150 ms, then the shapes of what is coming; after 5 s it says so. */
export function Loading({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={css.late} aria-busy="true">
      {children}
      <p className="t-meta" role="status" style={{ padding: isSlow ? '14px 20px' : 0 }}>
        {isSlow ? t('stillLoading') : ''}
      </p>
    </div>
  );
}
