/** Durations of ISO 8601, such as `P31D`, counted back from an instant. */
import { DURATION } from './expectations.ts';

/** The instant that lies a duration before `now`, by the calendar of UTC. Undefined for texts that aren't durations. */
export function instantBefore(now: Date, duration: string): Date | undefined {
  const parts = DURATION.exec(duration);
  if (parts === null) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const instant = new Date(now);
  const day = instant.getUTCDate();
  instant.setUTCMonth(instant.getUTCMonth() - years * 12 - months);
  // The month may be too short for the day, as February is for the 31st.
  if (instant.getUTCDate() !== day) instant.setUTCDate(0);
  return new Date(instant.getTime() - ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
}

/** The instant of CKAN's timestamps, which have no zone and are in UTC. Undefined for other texts. */
export function instantOf(text: string): Date | undefined {
  const instant = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
