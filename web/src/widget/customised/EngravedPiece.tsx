import { cx } from '#/ui/cx';
import css from './Engraved.module.css';
import { lettersOn, type Letter, type Plate } from './letters';

export type MedalSymbol = 'SUN' | 'STAR' | 'MOON' | 'HEART' | 'PLAIN';

/** A heart as high as a capital, around the origin. */
const HEART_PATH = 'M0 34C-46 2-38-34-17-34-8-34-2-28 0-21 2-28 8-34 17-34 38-34 46 2 0 34Z';
const rays = (count: number, outer: number, inner: number): string =>
  Array.from({ length: count * 2 }, (_, index) => {
    const angle = (Math.PI * index) / count - Math.PI / 2;
    const radius = index % 2 === 0 ? outer : inner;
    return `${index === 0 ? 'M' : 'L'}${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  }).join('') + 'Z';
const SYMBOL_PATHS: Record<Exclude<MedalSymbol, 'PLAIN'>, string> = {
  SUN: rays(16, 50, 32),
  STAR: rays(5, 50, 21),
  MOON: 'M14-48A50 50 0 1 0 14 48 40 40 0 1 1 14-48Z',
  HEART: HEART_PATH,
};

/** A cut with a bright lower lip: the same shape twice. */
function Cut({ letter }: { letter: Letter }) {
  const place = `translate(${letter.x} ${letter.y}) rotate(${letter.degrees})`;
  const shape = letter.isHeart ? (
    <path d={HEART_PATH} transform={`scale(${letter.size / 100})`} />
  ) : (
    // Capitals stand 0.66 of their size high on the baseline.
    <text y={letter.size * 0.33} fontSize={letter.size} textAnchor="middle">
      {letter.character}
    </text>
  );
  return (
    <g transform={place}>
      <g className={css.lip} transform={`translate(0 ${letter.size * 0.035})`}>
        {shape}
      </g>
      <g className={css.cut}>{shape}</g>
    </g>
  );
}

interface EngravedPieceProps {
  src: string;
  plate: Plate;
  lines: readonly string[];
  symbol?: MedalSymbol | null;
  /** A sample, before anything is typed. */
  isSample?: boolean;
  label: string;
}

/** The piece with what is engraved on it. */
export function EngravedPiece({ src, plate, lines, symbol, isSample, label }: EngravedPieceProps) {
  const path = symbol && symbol !== 'PLAIN' ? SYMBOL_PATHS[symbol] : null;
  const hasText = lines.some((line) => line !== '');
  // A symbol leaves the lower part of the face to the text.
  const text = path && hasText ? { ...plate, y: plate.y + plate.height * 0.9, height: plate.height * 0.8 } : plate;
  const symbolSize = path && hasText ? plate.height * 0.012 : plate.height * 0.02;
  return (
    <figure className={css.piece} role="img" aria-label={label}>
      <img src={src} alt="" draggable={false} />
      <svg viewBox="0 0 1000 1000" aria-hidden="true" className={cx(isSample && css.sample)} direction="ltr">
        {path && (
          <g transform={`translate(${plate.x} ${hasText ? plate.y - plate.height * 0.45 : plate.y}) scale(${symbolSize})`}>
            <path d={path} className={css.lip} transform="translate(0 3)" />
            <path d={path} className={css.cut} />
          </g>
        )}
        {lettersOn(lines, text).map((letter, index) => (
          // The same character may stand twice; its place is what tells it apart.
          // oxlint-disable-next-line react/no-array-index-key
          <Cut key={index} letter={letter} />
        ))}
      </svg>
    </figure>
  );
}
