/** Instants of local times in a time zone, by the time zone database of Intl. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A date that may be outside the years that `Date.UTC` takes as they are. Months count from 0. */
export function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}

/** Date and time of UTC. Years with five digits have no sign, because databases don't read that. */
export function utcText(date: Date): string {
  return date.toISOString().replace(/^\+0*/, '').slice(0, -'.000Z'.length);
}

/** Whether Intl has rules for a time zone of this name. */
export function isTimeZone(zone: string): boolean {
  try {
    // Offsets such as +01:00 are no names.
    return /^[a-z]/i.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== '';
  } catch {
    return false;
  }
}

/**
 * The first instant of a local date as text with the zone's offset. `date` is midnight of that date in UTC. Undefined if
 * clocks went back over midnight, so that the date before goes on after its end.
 */
export function startOfDate(date: Date, zone: string): string | undefined {
  const local = date.getTime();
  const offsetAt = offsetsOf(zone);
  const [earlier, later] = [offsetAt(local - DAY), offsetAt(local + DAY)];
  if (earlier === later) return instantText(local - earlier, earlier);
  const change = firstChange(offsetAt, local - DAY, local + DAY);
  if (local - earlier < change) {
    const isOver = change + later < local;
    return isOver ? undefined : instantText(local - earlier, earlier);
  }
  return instantText(Math.max(change, local - later), later);
}

/** The offset of local time from UTC at an instant, in milliseconds. */
function offsetsOf(zone: string): (instant: number) => number {
  const units = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
  const parts = Object.fromEntries(units.map((unit) => [unit, 'numeric'] as const));
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, era: 'short', hourCycle: 'h23', ...parts });
  return (instant) => {
    const shown = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = units.map((unit) =>
      Number(shown.get(unit)),
    );
    const date = utcDate(shown.get('era')?.startsWith('B') === true ? 1 - year : year, month - 1, day);
    return date.setUTCHours(hour, minute, second) - Math.floor(instant / 1000) * 1000;
  };
}

function firstChange(offsetAt: (instant: number) => number, from: number, to: number): number {
  const before = offsetAt(from);
  let [same, changed] = [from, to];
  while (changed - same > 1000) {
    const middle = Math.floor((same + changed) / 2000) * 1000;
    if (offsetAt(middle) === before) same = middle;
    else changed = middle;
  }
  return changed;
}

/** In UTC if the offset has seconds, as local mean times have, because not every server reads these. */
function instantText(instant: number, offset: number): string {
  const shown = offset % MINUTE === 0 ? offset : 0;
  const minutes = Math.abs(shown) / MINUTE;
  const pair = (number: number): string => String(number).padStart(2, '0');
  const text = utcText(new Date(instant + shown));
  return `${text}${shown < 0 ? '-' : '+'}${pair(Math.floor(minutes / 60))}:${pair(minutes % 60)}`;
}
