/**
 * Fails when a catalogue misses a file or a key of English, has one too many, uses other
 * placeholders, or lacks a plural form that its language needs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'locale';
const SOURCE = 'en';
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Numbers that a till counts; the plural forms that they select are the forms a language needs. */
const COUNTS = [...Array(201).keys(), 1000, 1_000_000];

export type Catalogue = { [key: string]: string | Catalogue };
type Entries = Map<string, string>;

export function flatten(catalogue: Catalogue, path = ''): Entries {
  const entries: Entries = new Map();
  for (const [key, value] of Object.entries(catalogue)) {
    const name = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') entries.set(name, value);
    else for (const [inner, text] of flatten(value, name)) entries.set(inner, text);
  }
  return entries;
}

const stem = (key: string): string => key.replace(PLURAL, '');

function isPlural(entries: Entries, key: string): boolean {
  return PLURAL.test(key) && entries.has(`${stem(key)}_one`) && entries.has(`${stem(key)}_other`);
}

/** The keys that a catalogue of this language must have, given English. */
export function expectedKeys(source: Entries, language: string): Set<string> {
  const rules = new Intl.PluralRules(language);
  const forms = new Set(COUNTS.map((count) => rules.select(count)));
  const keys = new Set<string>();
  for (const key of source.keys()) {
    if (!isPlural(source, key)) keys.add(key);
    else for (const form of forms) keys.add(`${stem(key)}_${form}`);
  }
  return keys;
}

function placeholders(text: string): string {
  return [...text.matchAll(/{{\s*([^},]+?)\s*(?:,[^}]*)?}}|<\/?(\w+)>/g)]
    .map((match) => match[1] ?? `<${match[2]}>`)
    .filter((name, index, all) => all.indexOf(name) === index)
    .toSorted()
    .join(' ');
}

/** What is wrong with one catalogue, one sentence each. */
export function faults(source: Entries, translated: Entries, language: string): string[] {
  const expected = expectedKeys(source, language);
  const found: string[] = [];
  for (const key of expected) if (!translated.has(key)) found.push(`misses ${key}`);
  for (const [key, text] of translated) {
    if (!expected.has(key)) {
      found.push(`has ${key}, which English has not`);
      continue;
    }
    const original = source.get(key) ?? source.get(`${stem(key)}_other`) ?? '';
    const wanted = placeholders(original);
    const used = placeholders(text);
    // A form for exactly one thing may leave the number out: "Last piece".
    const isOneThing = /_(zero|one|two)$/.test(key) && placeholders(original.replaceAll(/{{\s*count[^}]*}}/g, '')) === used;
    if (wanted !== used && !isOneThing) found.push(`${key} uses {${used}} and not {${wanted}}`);
    if (text.trim() === '') found.push(`${key} is empty`);
  }
  return found;
}

const readCatalogue = (path: string): Entries => flatten(JSON.parse(readFileSync(path, 'utf8')) as Catalogue);

function checkAll(): string[] {
  const found: string[] = [];
  const names = readdirSync(join(FOLDER, SOURCE));
  for (const language of readdirSync(FOLDER)) {
    const surplus = readdirSync(join(FOLDER, language)).filter((name) => !names.includes(name));
    found.push(...surplus.map((name) => `${language}/${name}: English has no such file`));
    for (const name of names) {
      const path = join(FOLDER, language, name);
      if (!existsSync(path)) {
        found.push(`${language}/${name}: missing`);
        continue;
      }
      const sentences = faults(readCatalogue(join(FOLDER, SOURCE, name)), readCatalogue(path), language);
      found.push(...sentences.map((sentence) => `${language}/${name}: ${sentence}`));
    }
  }
  return found;
}

if (process.argv[1]?.endsWith('check-locale.ts')) {
  const found = checkAll();
  for (const line of found) console.error(line);
  if (found.length > 0) process.exit(1);
}
