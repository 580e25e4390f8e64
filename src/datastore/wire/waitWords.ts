/** Texts about a wait that a server demands. */
import { ENGLISH, fillIn, type Language, type WordTable } from '../../base/words.ts';
import type { Wait } from '../../http/originGate.ts';

export const WAIT_WORDS = {
  busy: '{host} is busy and asks to wait until {time}. The request will be repeated then.',
  tryNow: 'Try Now',
} as const satisfies WordTable;

export function describeWait({ host, ms }: Pick<Wait, 'host' | 'ms'>, language: Language = ENGLISH): string {
  return fillIn(language.translate(WAIT_WORDS.busy), { host, time: waitTimeText(ms, language.tag) });
}

const LONGEST_TODAY_MS = 12 * 60 * 60 * 1000;

/** The time of day after `ms`, with the date if it isn't soon. `language` is a BCP 47 tag. */
export function waitTimeText(ms: number, language: string): string {
  const time = new Date(Date.now() + Math.min(ms, 1e12));
  const day = ms > LONGEST_TODAY_MS ? ({ dateStyle: 'long' } as const) : {};
  return time.toLocaleString(language, { ...day, timeStyle: 'medium' });
}
