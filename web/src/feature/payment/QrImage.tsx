import { useMemo } from 'react';
import { drawQr } from './qr-code';
import css from './Qr.module.css';

/** A QR code, dark on white in every theme: telephones read nothing else reliably. */
export function QrImage({ code, label }: { code: string; label: string }) {
  const drawing = useMemo(() => drawQr(code), [code]);
  if (!drawing) return null;
  return (
    <svg
      className={css.image}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={drawing.size} height={drawing.size} fill="#fff" />
      <path d={drawing.path} fill="#000" />
    </svg>
  );
}
