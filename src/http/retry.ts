/** When a failed read is retried, and after which pause. The rules are data (faultRules.ts). */
import { NEVER, type RetryRule, RULE_OF_EMPTY, RULES_OF_KINDS, RULES_OF_STATUSES } from './faultRules.ts';
import type { HttpError } from './errors.ts';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 20_000;

export function ruleForAnswer(status: number, isEmpty: boolean): RetryRule {
  if (status < 300) return isEmpty ? RULE_OF_EMPTY : NEVER;
  return RULES_OF_STATUSES.get(status) ?? NEVER;
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
