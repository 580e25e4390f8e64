/**
 * When a failed read is asked again: the policy of docs/network.md as data, shortened where a person waits and
 * where asking again cannot help. Every request of this program only reads, so GET and POST may both be repeated.
 */
import type { HttpError, HttpErrorKind } from './errors.ts';

export interface RetryRule {
  /** After this many tries a failure of this kind is final. */
  readonly tries: number;
  /** The first repeat comes at once: a kept-alive connection that the server had just closed (docs/network.md 4). */
  readonly atOnce?: boolean;
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 20_000;

const never: RetryRule = { tries: 1 };
const once: RetryRule = { tries: 2 };
const onceAtOnce: RetryRule = { tries: 2, atOnce: true };
const patient: RetryRule = { tries: 5 };

const byKind: Readonly<Record<HttpErrorKind, RetryRule>> = {
  dns: once,
  refused: { tries: 3 },
  // Longer waits are what the request timeout is for; five times ten seconds of connecting helps nobody.
  timeout: once,
  closed: { tries: 5, atOnce: true },
  tls: never,
  tlsOnPlainPort: never,
  proxy: never,
  proxyAddress: never,
  protocol: once,
  tooLarge: never,
  truncated: patient,
  // The repeat asks for an uncompressed body (docs/network.md 13).
  encoding: onceAtOnce,
  redirect: never,
  redirectLoop: never,
  network: { tries: 3 },
};

const byStatus: ReadonlyMap<number, RetryRule> = new Map([
  [408, patient],
  [425, patient],
  [429, patient],
  [499, patient],
  // CKAN answers 500 to questions that it cannot handle; those fail the same way every time.
  [500, once],
  [502, patient],
  [503, patient],
  [504, patient],
]);

/** The rule for a status of 400 and above (520 to 530 are a CDN's words for 502 to 504), or an empty answer. */
export function ruleForAnswer(status: number, isEmpty: boolean): RetryRule {
  if (status < 300) return isEmpty ? once : never;
  return byStatus.get(status) ?? (status >= 520 && status <= 530 ? patient : never);
}

export function ruleForError(error: HttpError): RetryRule {
  return byKind[error.kind];
}

/** Milliseconds before try number `tries + 1`: full jitter, 0.5 s x 2^n, at most 20 s. */
export function backoffMs(rule: RetryRule, tries: number, random: () => number): number {
  if (rule.atOnce === true && tries === 1) return 0;
  return random() * Math.min(FIRST_DELAY_MS * 2 ** (tries - 1), MAX_DELAY_MS);
}

/**
 * What `Retry-After` asks for, in milliseconds. A date counts from the same answer's `Date`, so that our own clock may
 * be wrong (docs/network.md 22). Undefined for a date in the past and for what is neither seconds nor a date.
 */
export function retryAfterMs(headers: ReadonlyMap<string, string>): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse reads nearly anything as a date; the header's dates end in GMT.
  if (!value.endsWith('GMT')) return undefined;
  const ms = Date.parse(value) - Date.parse(headers.get('date') ?? new Date().toUTCString());
  return ms >= 0 ? ms : undefined;
}
