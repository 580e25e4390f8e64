/**
 * A range that nobody knows whether the server understands: CKAN before 2.12 refuses it, or looks for its JSON as a value,
 * and look-alikes ignore it (docs/ckan.md 19). It is asked once; what the server answers to any search says which it is.
 */
import type { Dialect } from '../dialect/dialect.ts';
import { DatastoreError } from '../wire/errors.ts';
import type { Page } from '../wire/model.ts';

interface Trial {
  /** With the range. */
  readonly search: () => Promise<Page>;
  /** The least that this server answers. */
  readonly learn: () => Promise<unknown>;
}

/** Undefined where the server understands no ranges: then whatever it answered is no answer to this question. */
export async function tryRange(
  dialect: Dialect,
  { search, learn }: Trial,
  signal: AbortSignal,
): Promise<Page | undefined> {
  if (!dialect.mayHaveRanges) return undefined;
  try {
    const page = await search();
    return dialect.hasRanges ? page : undefined;
  } catch (error) {
    if (!mayBeOfRange(error)) throw error;
    await learn().catch(() => signal.throwIfAborted());
    if (dialect.facts.ranges !== false) throw error;
    return undefined;
  }
}

/** CKAN fails at what its database can't be given. */
function mayBeOfRange(error: unknown): boolean {
  return (
    error instanceof DatastoreError &&
    error.isCkan &&
    (error.kind === 'validation' || error.kind === 'server')
  );
}
