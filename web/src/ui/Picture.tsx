import { useState } from 'react';
import ring from '#/asset/ring.svg';
import { cx } from './cx';
import css from './Picture.module.css';

interface PictureProps {
  src: string;
  size: 's40' | 's52' | 's64' | 'fill';
  isFaded?: boolean;
  isPlain?: boolean;
  className?: string | undefined;
}

/** A piece on its niche. The name always stands beside it, so the picture itself is silent. */
export function Picture({ src, size, isFaded, isPlain, className }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = src === '' || broken === src;
  return (
    <span className={cx(css.niche, css[size], (isFaded || isBroken) && css.faded, isPlain && css.plain, className)}>
      <img src={isBroken ? ring : src} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setBroken(src)} />
    </span>
  );
}
