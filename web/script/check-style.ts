/**
 * Fails on physical directions in style: with logical properties only, Arabic and Hebrew need no
 * second sheet. A line that must be physical says why after `/* physical:`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CSS_PHYSICAL =
  /(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)(?:-\w+)*|(?:scroll-(?:margin|padding))-(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|text-align\s*:\s*(?:left|right)|float\s*:\s*(?:left|right)/;
const TSX_PHYSICAL =
  /\b(?:margin|padding|border)(?:Left|Right)\w*\s*[:=]|\btextAlign\s*:\s*['"](?:left|right)|(?<=[\s{])(?:left|right)\s*:\s*['"\d]|\s(?:ml|mr|pl|pr)=/;
/** Four values whose second and fourth differ: another way to say left and right. */
const CSS_SHORTHAND = /(?:^|[\s;{])(?:margin|padding|inset)\s*:\s*\S+\s+(\S+)\s+\S+\s+([^\s;]+)\s*;/;
const EXCUSE = '/* physical:';

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.(css|tsx)$/.test(entry.name) ? [path] : [];
  });
}

/** The lines of a file that name a physical direction, as `path:line text`. */
export function physicalLines(path: string, text: string): string[] {
  const isCss = path.endsWith('.css');
  const isPhysical = (line: string): boolean => {
    if (!isCss) return TSX_PHYSICAL.test(line);
    const sides = CSS_SHORTHAND.exec(line);
    return CSS_PHYSICAL.test(line) || (sides !== null && sides[1] !== sides[2]);
  };
  return text.split('\n').flatMap((line, index) => {
    if (!isPhysical(line) || line.includes(EXCUSE)) return [];
    return [`${path}:${index + 1} ${line.trim()}`];
  });
}

if (process.argv[1]?.endsWith('check-style.ts')) {
  const found = files('src').flatMap((path) => physicalLines(path, readFileSync(path, 'utf8')));
  for (const line of found) console.error(line);
  if (found.length > 0) {
    console.error(`${found.length} physical directions; use inline-start and inline-end.`);
    process.exit(1);
  }
}
