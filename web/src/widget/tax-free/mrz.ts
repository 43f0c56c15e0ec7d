/** What the two lines at the foot of a passport say (ICAO 9303, TD3). */
export interface ReadPassport {
  passportNo: string;
  /** Blank for a country that is not known here: it is chosen by hand then. */
  issuingCountry: string;
  familyName: string;
  givenName: string;
  bornOn: string;
}

const LINE = 44;
const WEIGHTS = [7, 3, 1] as const;
/** Three letters to the two of ISO 3166, for the countries that travellers come from most. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ARE: 'AE', ARG: 'AR', AUS: 'AU', BHR: 'BH', BRA: 'BR', CAN: 'CA', CHE: 'CH', CHL: 'CL', CHN: 'CN', COL: 'CO', CIV: 'CI', DZA: 'DZ',
  EGY: 'EG', GBR: 'GB', HKG: 'HK', IDN: 'ID', IND: 'IN', ISL: 'IS', ISR: 'IL', JOR: 'JO', JPN: 'JP', KAZ: 'KZ', KOR: 'KR', KWT: 'KW',
  LBN: 'LB', LIE: 'LI', MAC: 'MO', MAR: 'MA', MEX: 'MX', MYS: 'MY', NGA: 'NG', NOR: 'NO', NZL: 'NZ', OMN: 'OM', PHL: 'PH', QAT: 'QA',
  SAU: 'SA', SEN: 'SN', SGP: 'SG', SRB: 'RS', THA: 'TH', TUN: 'TN', TUR: 'TR', TWN: 'TW', UKR: 'UA', USA: 'US', VNM: 'VN', ZAF: 'ZA',
};

const valueOf = (character: string): number => (character === '<' ? 0 : Number.parseInt(character, 36));

/** Whether the digit behind a field is the one that belongs to it. */
function isChecked(field: string, digit: string | undefined): boolean {
  const sum = [...field].reduce((total, character, place) => total + valueOf(character) * (WEIGHTS[place % 3] ?? 0), 0);
  return digit !== undefined && String(sum % 10) === digit;
}

const words = (text: string): string => text.replaceAll('<', ' ').trim();

/** Two digits of a year: nobody was born in the future. */
function bornOn(field: string, today: string): string {
  const year = Number(field.slice(0, 2));
  const century = 2000 + year > Number(today.slice(0, 4)) ? 1900 : 2000;
  return `${century + year}-${field.slice(2, 4)}-${field.slice(4, 6)}`;
}

/** Reads what a passport reader types, both lines one behind the other; null when a digit does not fit. */
export function readPassport(typed: string, today: string): ReadPassport | null {
  const text = typed.toUpperCase().replaceAll(/[^A-Z0-9<]/g, '');
  if (text.length !== 2 * LINE || !text.startsWith('P')) return null;
  const [names, data] = [text.slice(0, LINE), text.slice(LINE)];
  const [number, birth] = [data.slice(0, 9), data.slice(13, 19)];
  if (!isChecked(number, data[9]) || !/^\d{6}$/.test(birth) || !isChecked(birth, data[19])) return null;
  const [family = '', given = ''] = names.slice(5).split('<<');
  return {
    passportNo: number.replaceAll('<', ''),
    issuingCountry: COUNTRIES[words(names.slice(2, 5))] ?? '',
    familyName: words(family),
    givenName: words(given),
    bornOn: bornOn(birth, today),
  };
}
