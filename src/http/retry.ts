/**
 * How often a request is retried, by how it failed, and after which pause. Every request of this program only reads, so
 * both GET and POST may be repeated. A failure that would come again the same way isn't retried.
 */
import type { HttpError, HttpErrorKind } from './errors.ts';

export interface RetryRule {
  /** Number of tries after which a failure of this kind is final. */
  readonly tries: number;
  /** Whether the first retry comes at once: a kept-alive connection may just have been closed (docs/network.md 7). */
  readonly atOnce?: boolean;
  /** Whether a search may have been too much for the server, so that it then asks for fewer records. */
  readonly fewer?: boolean;
}

const never: RetryRule = { tries: 1 };
const once: RetryRule = { tries: 2 };
const patient: RetryRule = { tries: 5 };

export const RULES_OF_KINDS: Readonly<Record<HttpErrorKind, RetryRule>> = {
  dns: once,
  refused: { tries: 3 },
  connectTimeout: once,
  timeout: { tries: 2, fewer: true },
  stalled: once,
  closed: { tries: 5, atOnce: true },
  tls: never,
  tlsExpired: never,
  tlsName: never,
  tlsIssuer: never,
  tlsVersion: never,
  tlsOnPlainPort: never,
  plainOnTlsPort: never,
  proxy: never,
  proxyLogin: never,
  proxyAddress: never,
  protocol: once,
  tooLarge: { tries: 1, fewer: true },
  truncated: patient,
  // The retry asks for an uncompressed body (docs/network.md 32).
  encoding: { tries: 2, atOnce: true },
  redirect: never,
  redirectLoop: never,
  offline: { tries: 3 },
  network: { tries: 3 },
};

/** Statuses from 400 on that are retried. All others are final. */
export const RULES_OF_STATUSES: ReadonlyMap<number, RetryRule> = new Map([
  [408, patient],
  [413, { tries: 1, fewer: true }],
  [425, patient],
  [429, patient],
  [499, patient],
  // CKAN answers 500 to requests that it can't handle, and those fail the same way every time.
  [500, once],
  [502, patient],
  [503, patient],
  [504, { tries: 2, fewer: true }],
  // Statuses of Cloudflare's CDN that stand for 502 to 504.
  ...Array.from({ length: 11 }, (_, index) => [520 + index, patient] as const),
]);

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 20_000;

export function ruleForAnswer(status: number, isEmpty: boolean): RetryRule {
  // An answer that should have a body may have lost it on its way.
  if (status < 300) return isEmpty ? once : never;
  return RULES_OF_STATUSES.get(status) ?? never;
}

export function ruleForError(error: HttpError): RetryRule {
  return RULES_OF_KINDS[error.kind];
}

/** Pause before try number `tries + 1`: full jitter over 0.5 s x 2^n, at most 20 s. */
export function backoffMs(rule: RetryRule, tries: number, random: () => number): number {
  if (rule.atOnce === true && tries === 1) return 0;
  return random() * Math.min(FIRST_DELAY_MS * 2 ** (tries - 1), MAX_DELAY_MS);
}

/**
 * The wait that `Retry-After` requests. A date is compared with the answer's own `Date`, because our clock may be wrong
 * (docs/network.md 61). Undefined for a date in the past, and for any other text.
 */
export function retryAfterMs(headers: ReadonlyMap<string, string>): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse accepts almost any text as a date, but the header's dates end in GMT.
  if (!value.endsWith('GMT')) return undefined;
  const ms = Date.parse(value) - Date.parse(headers.get('date') ?? new Date().toUTCString());
  return ms >= 0 ? ms : undefined;
}
