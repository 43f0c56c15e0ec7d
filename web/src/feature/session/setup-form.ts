import type { SetupCountry, SetupRequest } from '#/api/types';
import type { Currency } from '#/lib/money';

/** What is typed, by the name that the server gives each field. */
export type SetupValues = Record<SetupFieldName, string>;

export const SETUP_FIELDS = [
  'code',
  'company.name',
  'company.registrationNo',
  'company.vatNo',
  'store.countryCode',
  'store.name',
  'store.storeNo',
  'store.address',
  'store.postalCode',
  'store.city',
  'store.telephone',
  'store.currencyCode',
  'store.timeZone',
  'store.languageCode',
  'store.vatRate',
  'terminal.terminalNo',
  'terminal.name',
  'administrator.firstName',
  'administrator.lastName',
  'administrator.username',
  'administrator.email',
  'administrator.password',
] as const;
export type SetupFieldName = (typeof SETUP_FIELDS)[number];

const OPTIONAL = new Set<SetupFieldName>([
  'company.registrationNo',
  'company.vatNo',
  'store.postalCode',
  'store.telephone',
  'administrator.email',
]);

export const isRequired = (field: SetupFieldName): boolean => !OPTIONAL.has(field);

/** The required fields that are still blank, in the order of the page. */
export function missing(values: SetupValues): SetupFieldName[] {
  return SETUP_FIELDS.filter((field) => isRequired(field) && values[field].trim() === '');
}

/** What a country suggests; what it does not know stays. */
export function suggested(country: SetupCountry): Partial<SetupValues> {
  return {
    'store.countryCode': country.countryCode,
    'store.currencyCode': country.currencyCode,
    'store.languageCode': country.languageCode,
    'store.timeZone': country.timeZone,
    'store.vatRate': String(country.vatRate / 100),
  };
}

/** A percentage as typed, with point or comma, in basis points; NaN when it is none. */
export function basisPoints(text: string): number {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!match) return Number.NaN;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

export function requestOf(values: SetupValues): SetupRequest {
  return {
    code: values.code,
    company: {
      name: values['company.name'],
      registrationNo: values['company.registrationNo'],
      vatNo: values['company.vatNo'],
    },
    store: {
      storeNo: values['store.storeNo'],
      name: values['store.name'],
      address: values['store.address'],
      postalCode: values['store.postalCode'],
      city: values['store.city'],
      countryCode: values['store.countryCode'],
      telephone: values['store.telephone'],
      // One of the list that is offered.
      currencyCode: values['store.currencyCode'] as Currency,
      timeZone: values['store.timeZone'],
      languageCode: values['store.languageCode'],
      vatRate: basisPoints(values['store.vatRate']),
    },
    terminal: { terminalNo: values['terminal.terminalNo'], name: values['terminal.name'] },
    administrator: {
      username: values['administrator.username'],
      firstName: values['administrator.firstName'],
      lastName: values['administrator.lastName'],
      email: values['administrator.email'],
      password: values['administrator.password'],
    },
  };
}
