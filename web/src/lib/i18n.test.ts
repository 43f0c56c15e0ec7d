import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDate, formatTime } from './date';
import { changeLanguage, directionOf, LANGUAGES, nearestLanguage, startI18n, type Language } from './i18n';
import { formatInteger, formatMoney } from './money';

const SALE: Record<Language, string> = {
  en: 'Sale',
  'zh-Hans': '销售',
  'en-US': 'Sale',
  'zh-Hant': '銷售',
  fr: 'Vente',
  de: 'Verkauf',
  es: 'Venta',
  it: 'Vendita',
  ja: '販売',
  ar: 'البيع',
};

beforeAll(() => startI18n());

describe.each(LANGUAGES)('%s', (language) => {
  beforeAll(async () => changeLanguage(language));

  it('loads its catalogue and marks the page with its language and direction', () => {
    expect(i18next.t('shell:section.sale')).toBe(SALE[language]);
    expect(document.documentElement.lang).toBe(language);
    expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
    expect(directionOf(language)).toBe(document.documentElement.dir);
  });
  it('keeps dates, times, amounts and counts as the specification has them', () => {
    const at = '2026-11-14T15:42:08Z';
    expect(formatDate(at, 'UTC')).toBe('14-Nov-2026');
    expect(formatTime(at, 'UTC')).toBe('15:42:08');
    expect(formatMoney({ minor: -1_290_00, currency: 'EUR' })).toBe('−€1,290.00');
    expect(formatInteger(3482)).toBe('3,482');
  });
  it('writes a count in Western digits with the form of its language', async () => {
    await i18next.loadNamespaces('sale');
    for (const count of [0, 1, 2, 5, 11, 100, 3482, 1_000_000]) {
      const text = i18next.t('sale:catalogue.shown', { count });
      expect(text).not.toContain('catalogue.shown');
      // English keeps the word for a form that is missing; no other language may show it.
      if (!language.startsWith('en')) expect(text).not.toMatch(/\bpieces?\b/);
      if (count > 2) expect(text).toContain(formatInteger(count));
    }
  });
});

it('sets values apart where a sentence runs from right to left', async () => {
  await changeLanguage('ar');
  expect(i18next.t('shell:update.askIt', { current: '3.10.51' })).toContain('\u20683.10.51\u2069');
  expect(i18next.t('shell:clock', { date: '14-Nov-2026', time: '15:42' })).toBe('\u206814-Nov-2026\u2069، \u206815:42\u2069');
  await changeLanguage('fr');
  expect(i18next.t('shell:clock', { date: '14-Nov-2026', time: '15:42' })).toBe('14-Nov-2026, 15:42');
});
it('shows values as they were typed', async () => {
  await changeLanguage('en');
  expect(i18next.t('sale:catalogue.noneText', { search: 'A & <B>' })).toContain('“A & <B>”');
});
it('finds the catalogue that serves a language of a store or a browser', () => {
  expect(['zh', 'zh-CN', 'zh-TW', 'zh-HK', 'fr-CA', 'EN-us', 'en-GB', 'ar-AE', 'de-CH', 'pt'].map(nearestLanguage)).toEqual([
    'zh-Hans',
    'zh-Hans',
    'zh-Hant',
    'zh-Hant',
    'fr',
    'en-US',
    'en',
    'ar',
    'de',
    null,
  ]);
});
