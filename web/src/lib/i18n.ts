import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatInteger } from './money';
import { deviceSettings, updateDeviceSettings } from './storage';

/** Languages with a catalogue. The selector offers the first two. */
export const LANGUAGES = ['en', 'zh-Hans', 'en-US', 'zh-Hant', 'fr', 'de', 'es', 'it', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each language in its own name. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  'zh-Hans': '简体中文',
  'en-US': 'English (US)',
  'zh-Hant': '繁體中文',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  it: 'Italiano',
  ja: '日本語',
  ar: 'العربية',
};
export const OFFERED = [
  { code: 'en', name: 'English', short: 'EN' },
  { code: 'zh-Hans', name: '中文', short: '中文' },
] as const;

const FALLBACK: Language = 'en';
/** What every page needs; the rest comes with its route. */
const FIRST_NAMESPACES = ['shell', 'ui', 'error'];

const catalogues = import.meta.glob<{ default: ResourceKey }>('../../locale/*/*.json');

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = catalogues[`../../locale/${language}/${namespace}.json`];
    if (!load) {
      done(null, {});
      return;
    }
    load().then(
      (catalogue) => done(null, catalogue.default),
      (error: Error) => done(error, null),
    );
  },
};

/** `zh`, `zh-CN`, `fr-CA` and so on to the catalogue that serves them. */
export function nearestLanguage(asked: string | null | undefined): Language | null {
  if (!asked) return null;
  const exact = LANGUAGES.find((language) => language.toLowerCase() === asked.toLowerCase());
  if (exact) return exact;
  if (/^zh-(tw|hk|mo|hant)/i.test(asked)) return 'zh-Hant';
  if (/^zh/i.test(asked)) return 'zh-Hans';
  const root = asked.split('-')[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === root) ?? null;
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(ar|he)\b/.test(language) ? 'rtl' : 'ltr';
}

/**
 * A value inside a sentence. In a sentence written from right to left, `14-Nov-2026` would read
 * `Nov-2026-14` and an item number would change places with its neighbour, so each value is set
 * apart (U+2068 first strong isolate, U+2069 its end) and keeps its own direction.
 */
export function setApart(value: string, language: string): string {
  return directionOf(language) === 'rtl' ? `\u2068${value}\u2069` : value;
}

function applyToDocument(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** `more` are the namespaces of the page that comes first. */
export async function startI18n(more: string[] = []): Promise<void> {
  const asked = nearestLanguage(new URLSearchParams(window.location.search).get('lang'));
  if (asked) updateDeviceSettings({ language: asked });
  const language = asked ?? nearestLanguage(deviceSettings().language) ?? FALLBACK;
  i18next.on('languageChanged', applyToDocument);
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: FALLBACK,
      supportedLngs: [...LANGUAGES],
      load: 'currentOnly',
      ns: [...FIRST_NAMESPACES, ...more],
      defaultNS: 'ui',
      // React escapes; the hook of the escaping sets values apart instead.
      interpolation: { escapeValue: true, escape: (value: string) => setApart(value, i18next.language) },
      react: { useSuspense: true },
      showSupportNotice: false,
    } as Parameters<typeof i18next.init>[0]);
  i18next.services.formatter?.add('number', (value: number) => formatInteger(value));
}

/** Every namespace that there is. */
const NAMESPACES = [...new Set(Object.keys(catalogues).map((path) => path.replace(/^.*\/|\.json$/g, '')))];

/** How long a page has to be left in peace until it counts as standing, in milliseconds. */
const PEACE = 500;

/**
 * Loads the texts of every page once the first one stands, which is while nothing is asked for. A part
 * that has to wait for its texts takes the page around it off the screen for that time, and the focus with it.
 */
export async function loadOtherTexts(isAsking: () => boolean): Promise<void> {
  do await new Promise((wake) => setTimeout(wake, PEACE));
  while (isAsking());
  await i18next.loadNamespaces(NAMESPACES);
}

/** Changes the language of this till. Nothing else changes: the basket is on the server. */
export async function changeLanguage(language: string): Promise<void> {
  updateDeviceSettings({ language });
  await i18next.changeLanguage(language);
}

/** A store may have its own language; a choice made at this till wins. */
export async function followStoreLanguage(languageCode: string): Promise<void> {
  if (deviceSettings().language) return;
  const language = nearestLanguage(languageCode);
  if (language && language !== i18next.language) await i18next.changeLanguage(language);
}
