/**
 * What CKAN of a version does by default (docs/ckan.md). It is shown to people and decides what is offered, but never
 * changes a request. Facts from answers have precedence.
 */
import { type DialectFacts, USUAL_MAX_LIMIT } from './facts.ts';

type Release = readonly [major: number, minor: number, patch: number];

/** Releases in which each flag is true: from one on, or up to another, which isn't included. It is false in all others. */
const SPANS = {
  distinct: ['2.3.0'],
  totals: ['2.7.0'],
  lists: ['2.7.0'],
  listsLoseNulls: ['2.7.0 to 2.9.10', '2.10.0 to 2.10.2'],
  estimates: ['2.9.0 to 2.12.0'],
  ranges: ['2.12.0'],
  distinctByPage: ['2.10.8 to 2.11.0', '2.11.3 to 2.12.0'],
  sortsNulls: ['2.9.10 to 2.10.0', '2.10.2'],
  numbersAsTexts: ['0.0.0 to 2.7.0'],
  hashInNames: ['0.0.0 to 2.10.0', '2.12.0'],
  ranks: ['0.0.0'],
  sql: ['0.0.0 to 2.10.0'],
  prefixes: ['2.3.0'],
} as const satisfies Partial<Record<keyof DialectFacts, readonly string[]>>;

/** Since this release, CKAN lowers a limit that is higher than the usual one. */
const LIMITED_SINCE = '2.9.0';

/** Returns no facts if the version is hidden or isn't a number. */
export function expectedFacts(version: string | undefined): DialectFacts {
  const release = releaseOf(version);
  if (release === undefined) return {};
  const flags = Object.entries(SPANS).map(([fact, spans]) => [fact, spans.some((span) => isIn(release, span))]);
  return {
    ...(Object.fromEntries(flags) as DialectFacts),
    ...(isIn(release, LIMITED_SINCE) && { maxLimit: USUAL_MAX_LIMIT }),
  };
}

/** Whether the version is older than a release. False if the version is hidden. */
export function isOlderThan(version: string | undefined, release: Release): boolean {
  const own = releaseOf(version);
  return own !== undefined && compare(own, release) < 0;
}

/** Suffixes are ignored: `2.12.0b0` counts as 2.12.0. */
function releaseOf(version = ''): Release | undefined {
  const [, major, minor, patch = '0'] = /^(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?/.exec(version) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

function isIn(release: Release, span: string): boolean {
  const [from, to] = span.split(' to ').map(releaseOf);
  return from !== undefined && compare(release, from) >= 0 && (to === undefined || compare(release, to) < 0);
}

function compare(one: Release, other: Release): number {
  const place = one.findIndex((part, index) => part !== other[index]);
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
}
