/**
 * Prints what a page loads, minified and brotli, without fonts and pictures, and fails when the
 * sale page is over its budget. Follows the imports of the built chunks.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const FOLDER = 'dist/assets';
const BUDGET_KB = 350;

const names = readdirSync(FOLDER);
const sizeOf = (name: string): number => brotliCompressSync(readFileSync(join(FOLDER, name))).length;

function reached(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || !names.includes(entry)) return seen;
  seen.add(entry);
  const text = readFileSync(join(FOLDER, entry), 'utf8');
  for (const match of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
    if (match[1]) reached(match[1], seen);
  }
  return seen;
}

const html = readFileSync('dist/index.html', 'utf8');
const fromHtml = [...html.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map((match) => match[1] ?? '');
const isOf = (page: string) => (name: string): boolean => name.startsWith(`${page}-`) && /\.(js|css)$/.test(name);

for (const page of ['LoginPage', 'SalePage']) {
  const all = new Set<string>();
  for (const name of [...fromHtml, ...names.filter(isOf(page))]) reached(name, all);
  const stylesOfChunks = [...all].map((name) => name.replace(/-[\w-]{8}\.js$/, ''));
  for (const name of names.filter((entry) => entry.endsWith('.css'))) {
    if (stylesOfChunks.includes(name.replace(/-[\w-]{8}\.css$/, ''))) all.add(name);
  }
  const total = [...all].reduce((sum, name) => sum + sizeOf(name), 0) / 1024;
  console.log(`${page}: ${total.toFixed(1)} KB brotli in ${all.size} files`);
  if (total > BUDGET_KB) {
    console.error(`${page} is over its ${BUDGET_KB} KB.`);
    process.exitCode = 1;
  }
}
