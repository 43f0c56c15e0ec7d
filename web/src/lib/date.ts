/** Dates as `14-Nov-2026` and times as `15:42:08`, in the time zone of the store. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const formats = new Map<string, Intl.DateTimeFormat>();

function parts(at: Date, timeZone: string | undefined): Record<string, string> {
  const key = timeZone ?? '';
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: 'numeric',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...(timeZone ? { timeZone } : {}),
    });
    formats.set(key, format);
  }
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

function instant(at: Date | string): Date {
  return typeof at === 'string' ? new Date(at) : at;
}

/** `14-Nov-2026` */
export function formatDate(at: Date | string, timeZone: string | undefined): string {
  const { day, month, year } = parts(instant(at), timeZone);
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`;
}

/** A calendar day that has no time, `2026-11-14`, as `14-Nov-2026`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}-${MONTHS[Number(month) - 1]}-${year}`;
}

/** `15:42:08` */
export function formatTime(at: Date | string, timeZone: string | undefined): string {
  const { hour, minute, second } = parts(instant(at), timeZone);
  return `${hour}:${minute}:${second}`;
}

/** `15:42` */
export function formatMinute(at: Date | string, timeZone: string | undefined): string {
  return formatTime(at, timeZone).slice(0, 5);
}

/** `14-Nov-2026 15:42` */
export function formatMoment(at: Date | string, timeZone: string | undefined): string {
  return `${formatDate(at, timeZone)} ${formatMinute(at, timeZone)}`;
}

/** `14-Nov-2026 15:42:08` */
export function formatExactMoment(at: Date | string, timeZone: string | undefined): string {
  return `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`;
}

/** The hour of the day, 0 to 23. */
export function hourOf(at: Date, timeZone?: string): number {
  return Number(parts(at, timeZone)['hour']);
}

/** The calendar day of an instant as the server writes it, `2026-11-14`. */
export function isoDay(at: Date, timeZone?: string): string {
  const { day, month, year } = parts(at, timeZone);
  return `${year}-${String(month).padStart(2, '0')}-${day}`;
}

/**
 * The day on which a store books what happens then: before the end of its business day, in minutes after
 * midnight of its own time, that is the day before (domain C7).
 */
export function businessDate(at: Date, timeZone: string | undefined, endOfBusinessDay: number): string {
  const { hour, minute } = parts(at, timeZone);
  const isDayBefore = Number(hour) * 60 + Number(minute) < endOfBusinessDay;
  return addDays(isoDay(at, timeZone), isDayBefore ? -1 : 0);
}

/** A calendar day some days later, or earlier. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
