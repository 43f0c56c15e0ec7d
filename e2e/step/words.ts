import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A language of the till, as its catalogue folder is named. */
export type Language = 'en' | 'zh-Hans' | 'ar';

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
