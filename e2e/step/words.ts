import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A language of the till, as its catalogue folder is named. */
export type Language = 'en' | 'zh-Hans' | 'de' | 'ar';

type Catalogue = { [key: string]: string | Catalogue };

/** What the till calls a thing in a language: `words('ar')('payment', 'tender.cash')`. */
export function words(language: Language): (file: string, key: string, values?: object) => string {
  return (file, key, values = {}) => {
    const path = fileURLToPath(new URL(`../../web/locale/${language}/${file}.json`, import.meta.url));
    let found: string | Catalogue | undefined = JSON.parse(readFileSync(path, 'utf8')) as Catalogue;
    for (const part of key.split('.')) {
      found = typeof found === 'object' ? found[part] : undefined;
    }
    if (typeof found !== 'string') throw new Error(`${language}/${file} has no ${key}`);
    return Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{{${name}}}`, String(value)),
      found,
    );
  };
}

/** A text of the till with anything in place of its values. */
export function pattern(text: string): RegExp {
  const literal = text.split(/\{\{[^}]*\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(literal.join('.+'));
}

/** Every fixed text of the till in a language, of those that are in one piece. */
export function texts(language: Language): string[] {
  const found: string[] = [];
  const collect = (value: string | Catalogue): void => {
    if (typeof value === 'string') {
      if (!value.includes('{{')) found.push(value);
    } else for (const inner of Object.values(value)) collect(inner);
  };
  for (const file of ['ui', 'shell', 'session', 'sale', 'customer', 'payment', 'deposit', 'order', 'setting', 'package', 'permission', 'drawer', 'statement']) {
    const path = fileURLToPath(new URL(`../../web/locale/${language}/${file}.json`, import.meta.url));
    collect(JSON.parse(readFileSync(path, 'utf8')) as Catalogue);
  }
  return found;
}
