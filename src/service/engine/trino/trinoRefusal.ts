import { invalidQuery, validationError } from '../../ckan/actionError.ts';
import type { DatabaseRefusal } from '../../resource/databaseReasons.ts';
import { DataUnavailable } from '../../store/dataUnavailable.ts';
import { fieldsChanged } from '../../question/answerErrors.ts';
import { tlsRefusalOf } from '../tlsRefusal.ts';

export interface TrinoError {
  readonly message: string;
  readonly errorName: string;
  readonly errorType: string;
}

const GONE: ReadonlyMap<string, DatabaseRefusal | undefined> = new Map([
  ['TABLE_NOT_FOUND', undefined],
  ['SCHEMA_NOT_FOUND', 'noSchema'],
  ['CATALOG_NOT_FOUND', 'noDatabase'],
]);
/** Statements fit the described types, so types must have changed. Only sorts may use types without order. */
const MISTYPED =
  /^(?:TYPE_MISMATCH|FUNCTION_NOT_FOUND) (?:line [\d:]+ )?(?:Cannot|IN value|Type of value|Unexpected parameters) /;
const TOO_LONG = new Set(['EXCEEDED_TIME_LIMIT', 'EXCEEDED_CPU_LIMIT']);
const TOO_LARGE = new Set(['QUERY_TEXT_TOO_LARGE', 'QUERY_HAS_TOO_MANY_STAGES', 'COMPILER_ERROR', 'STACK_OVERFLOW']);

/** The answer isn't HTTP, or an https port hung up. */
const NO_HTTP = /^(HPE_|ECONNRESET)/;

/** `place` names the database, for errors that aren't the question's fault. */
export function trinoRefusal({ message, errorName, errorType }: TrinoError, place: string): Error {
  if (GONE.has(errorName)) return new DataUnavailable('dropped', place, GONE.get(errorName));
  if (errorName === 'COLUMN_NOT_FOUND' || MISTYPED.test(`${errorName} ${message}`)) return fieldsChanged();
  if (TOO_LONG.has(errorName)) return validationError({ query: ['Query took too long'] });
  if (errorName === 'EXCEEDED_SCAN_LIMIT') return validationError({ query: ['Query read too much data'] });
  if (errorName.includes('MEMORY')) return validationError({ query: ['Query needed too much memory'] });
  if (TOO_LARGE.has(errorName)) return validationError({ query: ['Query is too large'] });
  if (errorName === 'PERMISSION_DENIED') return new DataUnavailable('unreachable', place, 'notAllowed');
  if (errorType === 'USER_ERROR') return invalidQuery(message);
  const isBusy = errorType === 'INSUFFICIENT_RESOURCES' || errorName === 'SERVER_STARTING_UP';
  // A worker, or a system behind Trino, is unavailable.
  return new DataUnavailable('unreachable', place, isBusy ? 'busy' : 'failed');
}

export function refusalOfStatus(status: number, isEncrypted: boolean): DatabaseRefusal {
  if (status !== 401 && status !== 403) return 'otherServer';
  if (!isEncrypted) return 'needsHttps';
  return status === 401 ? 'password' : 'notAllowed';
}

/** Why there was no answer. One that can't be read isn't Trino's. */
export function refusalOfFailure(error: unknown): DatabaseRefusal {
  const { name = '', code } = error as { readonly name?: string; readonly code?: unknown };
  if (name === 'TimeoutError') return 'unreachable';
  if (typeof code !== 'string') return 'otherServer';
  return tlsRefusalOf(code) ?? (NO_HTTP.test(code) ? 'otherServer' : 'unreachable');
}
