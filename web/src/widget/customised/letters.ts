/** Where each character of an engraving stands: the engraver sets them one by one, along the plate. */
import { HEART } from './engraving';

/** Where an engraving stands on a picture, in thousandths of its side. */
export interface Plate {
  x: number;
  y: number;
  width: number;
  height: number;
  /** How far the middle of a line hangs below its ends. */
  sag: number;
}

export interface Letter {
  character: string;
  isHeart: boolean;
  x: number;
  /** The middle of the line of capitals. */
  y: number;
  degrees: number;
  size: number;
}

const NARROW = /^[I1'/.,\-!]$/;
const WIDE = /^[MW%&@]$/;
/** The largest letters, as a part of the height that a line has. */
const FILLED = 0.86;

function advance(character: string): number {
  if (character === HEART) return 0.86;
  const base = character.normalize('NFD')[0] ?? character;
  if (NARROW.test(base)) return 0.46;
  return WIDE.test(base) ? 0.98 : 0.76;
}

function lineOf(text: string, plate: Plate): Letter[] {
  const characters = [...text];
  const total = characters.reduce((sum, character) => sum + advance(character), 0);
  if (total === 0) return [];
  const size = Math.min(plate.height * FILLED, plate.width / total);
  let at = plate.x - (total * size) / 2;
  return characters.map((character) => {
    const width = advance(character) * size;
    const x = at + width / 2;
    at += width;
    // A parabola through both ends of the plate, lowest in the middle.
    const offset = (x - plate.x) / (plate.width / 2);
    const degrees = (Math.atan2(-2 * plate.sag * offset, plate.width / 2) * 180) / Math.PI;
    return { character, isHeart: character === HEART, x, y: plate.y - plate.sag * offset * offset, degrees, size };
  });
}

/** The characters of the lines of an engraving, each line with its share of the plate. */
export function lettersOn(lines: readonly string[], plate: Plate): Letter[] {
  const height = plate.height / Math.max(lines.length, 1);
  return lines.flatMap((line, index) =>
    lineOf(line, { ...plate, height, y: plate.y - plate.height / 2 + height * (index + 0.5) }).filter(({ character }) => character !== ' '),
  );
}
