import { describe, expect, it } from 'vitest';
import type { Consent, CustomerProfile } from '#/api/types';
import { answer, consentRequest, edit, isPhoneNumber, NOBODY, profileOf, rebase, textOf, wordsOf } from './form';

const ines: CustomerProfile = { ...NOBODY, givenName: 'Inès', city: 'Paris', likes: ['Gold'] };

describe('edits', () => {
  it('count only what differs from what is kept', () => {
    const typed = edit(ines, {}, { city: 'Lyon' });
    expect(typed).toEqual({ city: 'Lyon' });
    expect(edit(ines, typed, { city: 'Paris' })).toEqual({});
    expect(edit(ines, {}, { phoneNo: '' })).toEqual({});
    expect(edit(ines, {}, { likes: ['Gold'] })).toEqual({});
    expect(edit(ines, {}, { likes: ['Gold', 'Pearls'] })).toEqual({ likes: ['Gold', 'Pearls'] });
    expect(edit(ines, {}, { kids: 0 })).toEqual({ kids: 0 });
  });

  it('stay on top of what another till saved, and name what both changed', () => {
    const now = { ...ines, city: 'Nice', province: 'PACA' };
    expect(rebase(ines, now, { givenName: 'Inès Marie' })).toEqual({ edits: { givenName: 'Inès Marie' }, both: [] });
    expect(rebase(ines, now, { city: 'Lyon' })).toEqual({ edits: { city: 'Lyon' }, both: ['city'] });
    expect(rebase(ines, now, { city: 'Nice' })).toEqual({ edits: {}, both: [] });
  });
});

describe('consents', () => {
  const given: Consent[] = [
    { kind: 'EMAIL', granted: true, textVersion: '2024-05', givenAt: '2026-01-01T00:00:00Z', staffName: 'Mei' },
    { kind: 'PHONE', granted: false, textVersion: '2024-05', givenAt: '2026-01-01T00:00:00Z', staffName: 'Mei' },
  ];

  it('are told only when they change, with the words that were shown', () => {
    expect(consentRequest({})).toEqual({ answers: [], textVersion: null });
    const taken = answer(given, {}, 'EMAIL', false);
    expect(consentRequest(taken)).toEqual({ answers: [{ kind: 'EMAIL', granted: false }], textVersion: '2026-11' });
    expect(answer(given, taken, 'EMAIL', true)).toEqual({});
    expect(answer(given, {}, 'PHONE', false)).toEqual({});
    expect(answer(given, {}, 'TEXT_MESSAGE', true)).toEqual({ TEXT_MESSAGE: true });
  });
});

describe('a search that finds nobody', () => {
  it.each([
    ['06 12 34 41 08', true],
    ['+852 9123-4567', true],
    ['12345', false],
    ['C 123456', false],
    ['', false],
  ])('%s may be a number: %s', (typed, expected) => expect(isPhoneNumber(typed)).toBe(expected));

  it('fills in what it tells', () => {
    expect(profileOf(' 0612344108 ')).toEqual({ phoneNo: '0612344108' });
    expect(profileOf('ines@mail.example')).toEqual({ email: 'ines@mail.example' });
    expect(profileOf('Inès Marie Moreau')).toEqual({ givenName: 'Inès Marie', familyName: 'Moreau' });
    expect(profileOf('Moreau')).toEqual({ familyName: 'Moreau' });
    expect(profileOf('  ')).toEqual({});
  });
});

it('reads lists with the commas of all languages', () => {
  expect(wordsOf('Gold, Pearls،Medals、Rings，Gold, ')).toEqual(['Gold', 'Pearls', 'Medals', 'Rings']);
  expect(textOf(['Gold', 'Pearls'])).toBe('Gold, Pearls');
});
