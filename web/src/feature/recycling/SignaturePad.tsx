import { useRef, useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#/ui/Button';
import css from './Recycling.module.css';

/** The field that is signed, as the server knows it. */
const WIDTH = 1000;
const HEIGHT = 300;
/** As many points as are kept. */
const POINTS_MAX = 3_500;

export type Stroke = readonly (readonly [number, number])[];

/** Strokes as the server takes them. */
export const writeStrokes = (strokes: readonly Stroke[]): string => strokes.map((stroke) => stroke.map((point) => point.join(',')).join(' ')).join(';');

const pathOf = (stroke: Stroke): string => stroke.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');

/** Strokes, drawn. */
export function Strokes({ strokes, label }: { strokes: readonly Stroke[]; label: string }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={css.strokes}>
      {strokes.map((stroke, index) => (
        // Strokes are only added.
        // oxlint-disable-next-line react/no-array-index-key
        <path key={index} d={pathOf(stroke)} fill="none" stroke="currentColor" strokeWidth={5} strokeLinecap="round" strokeLinejoin="round" />
      ))}
    </svg>
  );
}

interface SignaturePadProps {
  strokes: readonly Stroke[];
  onChange: (strokes: readonly Stroke[]) => void;
}

/** The customer signs with finger, pen or mouse. */
export function SignaturePad({ strokes, onChange }: SignaturePadProps) {
  const { t } = useTranslation('recycling');
  const pad = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Stroke | null>(null);
  const pointOf = (event: PointerEvent): readonly [number, number] => {
    const box = pad.current?.getBoundingClientRect();
    if (!box || box.width === 0) return [0, 0];
    const within = (value: number, size: number): number => Math.max(0, Math.min(size, Math.round(value)));
    return [within(((event.clientX - box.left) * WIDTH) / box.width, WIDTH), within(((event.clientY - box.top) * HEIGHT) / box.height, HEIGHT)];
  };
  const count = strokes.reduce((sum, stroke) => sum + stroke.length, 0) + (drawn?.length ?? 0);
  const end = (): void => {
    if (drawn && drawn.length > 1) onChange([...strokes, drawn]);
    setDrawn(null);
  };
  return (
    <div className={css.signature}>
      <span className="t-label">{t('seller.signature')}</span>
      <div
        ref={pad}
        className={css.pad}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrawn([pointOf(event)]);
        }}
        onPointerMove={(event) => {
          if (drawn && count < POINTS_MAX) setDrawn([...drawn, pointOf(event)]);
        }}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <Strokes strokes={drawn ? [...strokes, drawn] : strokes} label={t('seller.signature')} />
      </div>
      {strokes.length > 0 && (
        <Button variant="quiet" onClick={() => onChange([])}>
          {t('seller.signAgain')}
        </Button>
      )}
    </div>
  );
}
