import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Countries, languages and months by name, in the language of the till. */
export function useNames() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const countries = new Intl.DisplayNames(i18n.language, { type: 'region', fallback: 'code' });
    const languages = new Intl.DisplayNames(i18n.language, { type: 'language', fallback: 'code' });
    const months = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' });
    const named = (names: Intl.DisplayNames, code: string): string => {
      try {
        return names.of(code) ?? code;
      } catch {
        return code;
      }
    };
    return {
      country: (code: string) => named(countries, code),
      language: (code: string) => named(languages, code),
      month: (month: number) => months.format(Date.UTC(2024, month - 1, 1)),
      compare: new Intl.Collator(i18n.language).compare,
    };
  }, [i18n.language]);
}
