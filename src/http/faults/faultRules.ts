/**
 * How often a read is asked again, by how it failed. Every request of this program only reads, so GET and POST may both
 * be repeated; never where the same would come again.
 */
import type { HttpErrorKind } from '../errors.ts';

export interface RetryRule {
  /** After this many tries a failure of this kind is final. */
  readonly tries: number;
  /** The first repeat comes at once: a kept-alive connection that the server had just closed (docs/network.md 7). */
  readonly atOnce?: boolean;
  /** A search may be too much for the server: it isn't asked the same again, but for fewer records. */
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
  // The repeat asks for an uncompressed body (docs/network.md 32).
  encoding: { tries: 2, atOnce: true },
  redirect: never,
  redirectLoop: never,
  offline: { tries: 3 },
  network: { tries: 3 },
};

/** Statuses from 400 on that are asked again; all others are final. */
export const RULES_OF_STATUSES: ReadonlyMap<number, RetryRule> = new Map([
  [408, patient],
  [413, { tries: 1, fewer: true }],
  [425, patient],
  [429, patient],
  [499, patient],
  // CKAN answers 500 to questions that it cannot handle; those fail the same way every time.
  [500, once],
  [502, patient],
  [503, patient],
  [504, { tries: 2, fewer: true }],
  // A CDN's words for 502 to 504.
  ...Array.from({ length: 11 }, (_, index) => [520 + index, patient] as const),
]);

/** Of an answer without a body where there should be one. */
export const RULE_OF_EMPTY: RetryRule = once;

export const NEVER: RetryRule = never;
