import { describe, expect, it } from 'vitest';
import { businessDate, formatDate, formatDay, formatExactMoment, formatMinute, formatMoment, formatTime, hourOf, isoDay } from './date';

const AT = '2026-11-14T23:42:08Z';

describe('dates in the time zone of the store', () => {
  it('writes DD-MMM-YYYY', () => {
    expect(formatDate(AT, 'UTC')).toBe('14-Nov-2026');
    expect(formatDate(AT, 'Europe/Paris')).toBe('15-Nov-2026');
  });
  it('writes HH:mm:ss, midnight as 00', () => {
    expect(formatTime(AT, 'UTC')).toBe('23:42:08');
    expect(formatMoment(AT, 'Europe/Paris')).toBe('15-Nov-2026 00:42');
    expect(formatExactMoment(AT, 'Europe/Paris')).toBe('15-Nov-2026 00:42:08');
    expect(formatTime('2026-11-14T23:00:00Z', 'Europe/Paris')).toBe('00:00:00');
    expect(formatMinute(AT, 'Asia/Hong_Kong')).toBe('07:42');
  });
  it('writes a day without a time', () => expect(formatDay('2026-09-03')).toBe('03-Sep-2026'));
  it('knows the calendar day and the hour there', () => {
    expect(isoDay(new Date(AT), 'Asia/Tokyo')).toBe('2026-11-15');
    expect(isoDay(new Date('2026-01-05T10:00:00Z'), 'UTC')).toBe('2026-01-05');
    expect(hourOf(new Date(AT), 'Europe/Paris')).toBe(0);
  });
  it.each([
    ['2026-11-15T02:59:59Z', 'Europe/Paris', 240, '2026-11-14'],
    ['2026-11-15T03:00:00Z', 'Europe/Paris', 240, '2026-11-15'],
    ['2026-11-14T22:59:00Z', 'Europe/Paris', 240, '2026-11-14'],
    ['2027-01-01T00:30:00Z', 'UTC', 60, '2026-12-31'],
    ['2026-11-14T23:00:00Z', 'Europe/Paris', 0, '2026-11-15'],
  ])('books %s in %s, whose day ends %i minutes after midnight, on %s', (at, timeZone, end, date) => {
    expect(businessDate(new Date(at), timeZone, end)).toBe(date);
  });
});
