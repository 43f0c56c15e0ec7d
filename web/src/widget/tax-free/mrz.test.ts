import { describe, expect, it } from 'vitest';
import { readPassport } from './mrz';

const NAMES = 'P<CHNERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
/** The specimen of ICAO 9303, of another country. */
const DATA = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';

describe('passport lines', () => {
  it('are read into the fields of the form', () => {
    expect(readPassport(NAMES + DATA, '2026-11-21')).toEqual({
      passportNo: 'L898902C3',
      issuingCountry: 'CN',
      familyName: 'ERIKSSON',
      givenName: 'ANNA MARIA',
      bornOn: '1974-08-12',
    });
  });

  it('with a wrong digit, or half of them, are nothing', () => {
    expect(readPassport(NAMES + DATA.replace('C36', 'C35'), '2026-11-21')).toBeNull();
    expect(readPassport(NAMES + DATA.replace('7408122', '7408121'), '2026-11-21')).toBeNull();
    expect(readPassport(NAMES, '2026-11-21')).toBeNull();
    expect(readPassport('E12345678', '2026-11-21')).toBeNull();
  });
});
