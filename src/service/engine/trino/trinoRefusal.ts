/** What Trino refuses, as this datastore says it. */
import { invalidQuery, validationError } from '../../ckan/actionError.ts';
import { DataUnavailable } from '../../store/dataUnavailable.ts';

/** As Trino's protocol has it, in the answer to a statement. */
export interface TrinoError {
  readonly message: string;
  readonly errorName: string;
  readonly errorType: string;
}

const GONE = new Set(['TABLE_NOT_FOUND', 'SCHEMA_NOT_FOUND', 'CATALOG_NOT_FOUND', 'COLUMN_NOT_FOUND']);
const TOO_LONG = new Set(['EXCEEDED_TIME_LIMIT', 'EXCEEDED_CPU_LIMIT']);
const TOO_LARGE = new Set([
  'QUERY_TEXT_TOO_LARGE',
  'QUERY_HAS_TOO_MANY_STAGES',
  'COMPILER_ERROR',
  'STACK_OVERFLOW',
]);

/** `place`: what can't be had if it's not the question's fault. */
export function trinoRefusal({ message, errorName, errorType }: TrinoError, place: string): Error {
  if (GONE.has(errorName)) return new DataUnavailable('gone', place);
  if (TOO_LONG.has(errorName)) return validationError({ query: ['Query took too long'] });
  if (errorName === 'EXCEEDED_SCAN_LIMIT') return validationError({ query: ['Query read too much data'] });
  if (errorName.includes('MEMORY')) return validationError({ query: ['Query needed too much memory'] });
  if (TOO_LARGE.has(errorName)) return validationError({ query: ['Query is too large'] });
  if (errorType === 'USER_ERROR' && errorName !== 'PERMISSION_DENIED') return invalidQuery(message);
  // A worker or what lies behind Trino is away, or it does not let us in.
  return new DataUnavailable('unreachable', place);
}
