import type { SetupCountry } from '#/api/types';
import { expect, it } from 'vitest';
import { basisPoints, missing, requestOf, SETUP_FIELDS, suggested, type SetupValues } from './setup-form';

const blank = Object.fromEntries(SETUP_FIELDS.map((field) => [field, ''])) as SetupValues;

it.each([
  ['20', 2000],
  ['8.1', 810],
  ['5,5', 550],
  ['8.25', 825],
  ['0', 0],
  ['', Number.NaN],
  ['20%', Number.NaN],
  ['1.234', Number.NaN],
])('a rate of "%s" is %d basis points', (text, expected) => expect(basisPoints(text)).toBe(expected));

it('names what is missing in the order of the page, without what may stay blank', () => {
  const named = missing({ ...blank, code: 'A', 'company.name': 'B' });
  expect(named[0]).toBe('store.countryCode');
  expect(named).not.toContain('company.vatNo');
  expect(missing(Object.fromEntries(SETUP_FIELDS.map((field) => [field, 'x'])) as SetupValues)).toEqual([]);
});

it('takes what the country suggests', () => {
  const country: SetupCountry = { countryCode: 'CH', currencyCode: 'CHF', vatRate: 810, languageCode: 'de', timeZone: 'Europe/Zurich' };
  const request = requestOf({ ...blank, ...suggested(country) });
  expect(request.store).toMatchObject({ countryCode: 'CH', currencyCode: 'CHF', vatRate: 810, languageCode: 'de' });
});
