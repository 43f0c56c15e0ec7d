/**
 * Fails when a language has no catalogue, when a catalogue misses a file or a key of English, has
 * one too many, uses other placeholders, leaves a text empty, or lacks a plural form that its
 * language needs; and when an error of the server has no sentence.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'locale';
const SOURCE = 'en';
export const DEMANDED = ['en', 'zh-Hans', 'en-US', 'zh-Hant', 'fr', 'de', 'es', 'it', 'ja', 'ar'];
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Numbers that a till counts; the plural forms that they select are the forms a language needs. */
const COUNTS = [...Array(201).keys(), 1000, 1_000_000];
/** Where the server names its errors. */
const SERVER_FOLDERS = ['../feature', '../shell/src', '../app/src'];

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

/** The numbers that select each plural form of a language: `one` is 1 in English, 0 and 1 in French. */
function pluralForms(language: string): Map<string, number[]> {
  const rules = new Intl.PluralRules(language);
  const forms = new Map<string, number[]>();
  for (const count of COUNTS) {
    const form = rules.select(count);
    forms.set(form, [...(forms.get(form) ?? []), count]);
  }
  return forms;
}

/** The keys that a catalogue of this language must have, given English. */
export function expectedKeys(source: Entries, language: string): Set<string> {
  const forms = pluralForms(language);
  const keys = new Set<string>();
  for (const key of source.keys()) {
    if (!isPlural(source, key)) keys.add(key);
    else for (const form of forms.keys()) keys.add(`${stem(key)}_${form}`);
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
  const forms = pluralForms(language);
  const found: string[] = [];
  for (const key of expected) if (!translated.has(key)) found.push(`misses ${key}`);
  for (const [key, text] of translated) {
    if (!expected.has(key)) {
      found.push(`has ${key}, which English has not`);
      continue;
    }
    // The text with the number is the measure of every plural form.
    const other = `${stem(key)}_other`;
    const isForm = PLURAL.test(key) && isPlural(source, other);
    const original = source.get(isForm ? other : key) ?? '';
    const wanted = placeholders(original);
    const used = placeholders(text);
    // A form for exactly one number may leave the number out: "Last piece". French "one" is also 0.
    const isForOneNumber = isForm && forms.get(PLURAL.exec(key)?.[1] ?? '')?.length === 1;
    const withoutCount = placeholders(original.replaceAll(/{{\s*count[^}]*}}/g, ''));
    if (wanted !== used && !(isForOneNumber && withoutCount === used)) {
      found.push(`${key} uses {${used}} and not {${wanted}}`);
    }
    if (text.trim() === '') found.push(`${key} is empty`);
  }
  return found;
}

/** The keys and English messages of the errors that a piece of Rust declares. */
export function declaredErrors(rust: string): Map<string, string> {
  const call = /ErrorKind::new\(\s*"([^"]+)",\s*\d+,\s*"((?:[^"\\]|\\.)*)"/g;
  const literal = /ErrorKind\s*\{\s*key:\s*"([^"]+)",[^}]*?message:\s*"((?:[^"\\]|\\.)*)"/g;
  return new Map([...rust.matchAll(call), ...rust.matchAll(literal)].map((match) => [match[1] ?? '', match[2] ?? '']));
}

/** What a catalogue of error sentences lacks: a sentence, or a value that the server's message has. */
export function errorFaults(declared: Map<string, string>, sentences: Entries): string[] {
  const found: string[] = [];
  for (const [key, message] of declared) {
    const variants = [...sentences].filter(([name]) => [key, `${key}_plain`].includes(name) || stem(name) === key);
    if (variants.length === 0) found.push(`has no sentence for the server's ${key}`);
    const used = variants.map(([, text]) => placeholders(text)).join(' ').split(' ');
    for (const [, name] of message.matchAll(/{(\w+)}/g)) {
      if (variants.length > 0 && !used.includes(name ?? '')) found.push(`leaves out {${name}} of ${key}`);
    }
  }
  return found;
}

function rustFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rs') && (folder.endsWith('src') || /^[^/]+\/src\//.test(name)))
    .map((name) => join(folder, name));
}

function serverErrors(): Map<string, string> {
  const texts = SERVER_FOLDERS.flatMap(rustFiles).map((path) => readFileSync(path, 'utf8'));
  return new Map(texts.flatMap((text) => [...declaredErrors(text)]));
}

const readCatalogue = (path: string): Entries => flatten(JSON.parse(readFileSync(path, 'utf8')) as Catalogue);

function checkLanguage(language: string, names: string[], errors: Map<string, string>): string[] {
  if (!existsSync(join(FOLDER, language))) return [`${language}: missing`];
  const found = readdirSync(join(FOLDER, language))
    .filter((name) => !names.includes(name))
    .map((name) => `${language}/${name}: English has no such file`);
  for (const name of names) {
    const path = join(FOLDER, language, name);
    if (!existsSync(path)) {
      found.push(`${language}/${name}: missing`);
      continue;
    }
    const entries = readCatalogue(path);
    const sentences = faults(readCatalogue(join(FOLDER, SOURCE, name)), entries, language);
    if (name === 'error.json') sentences.push(...errorFaults(errors, entries));
    found.push(...sentences.map((sentence) => `${language}/${name}: ${sentence}`));
  }
  return found;
}

function checkAll(): string[] {
  const names = readdirSync(join(FOLDER, SOURCE));
  const errors = serverErrors();
  const surplus = readdirSync(FOLDER).filter((language) => !DEMANDED.includes(language));
  return [
    ...(errors.size === 0 ? ['no errors were found in the Rust code'] : []),
    ...surplus.map((language) => `${language}: not a language of the till`),
    ...DEMANDED.flatMap((language) => checkLanguage(language, names, errors)),
  ];
}

if (process.argv[1]?.endsWith('check-locale.ts')) {
  const found = checkAll();
  for (const line of found) console.error(line);
  if (found.length > 0) process.exit(1);
}
