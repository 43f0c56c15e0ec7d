import { describe, expect, it } from 'vitest';
import { formatDate, formatDay, formatMinute, formatTime, hourOf, isoDay } from './date';

const AT = '2026-11-14T23:42:08Z';

describe('dates in the time zone of the store', () => {
  it('writes DD-MMM-YYYY', () => {
    expect(formatDate(AT, 'UTC')).toBe('14-Nov-2026');
    expect(formatDate(AT, 'Europe/Paris')).toBe('15-Nov-2026');
  });
  it('writes HH:mm:ss, midnight as 00', () => {
    expect(formatTime(AT, 'UTC')).toBe('23:42:08');
    expect(formatTime('2026-11-14T23:00:00Z', 'Europe/Paris')).toBe('00:00:00');
    expect(formatMinute(AT, 'Asia/Hong_Kong')).toBe('07:42');
  });
  it('writes a day without a time', () => expect(formatDay('2026-09-03')).toBe('03-Sep-2026'));
  it('knows the calendar day and the hour there', () => {
    expect(isoDay(new Date(AT), 'Asia/Tokyo')).toBe('2026-11-15');
    expect(isoDay(new Date('2026-01-05T10:00:00Z'), 'UTC')).toBe('2026-01-05');
    expect(hourOf(new Date(AT), 'Europe/Paris')).toBe(0);
  });
});
