import type { DatabaseRefusal } from '../../resource/databaseReasons.ts';
import { RecordTooLarge } from '../../question/answerErrors.ts';
import { tlsRefusalOf } from '../tlsRefusal.ts';

/** Whether a code is PostgreSQL's or that of a function (SQLSTATE). The system's EPIPE has five characters, too. */
export function isState(code: string): boolean {
  return /^(?!E[A-Z]{4}$)[\dA-Z]{5}$/.test(code);
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const BY_STATE: readonly (readonly [RegExp, DatabaseRefusal])[] = [
  [/^28P01$/, 'password'],
  [/^28|^42501$/, 'notAllowed'],
  [/^3D000$/, 'noDatabase'],
  // Conflicts of transactions end soon, even on a standby.
  [/^(40|53|55P03|57P03)/, 'busy'],
  // Faults of the server, or of one it reads from. Their messages may name files, hosts and users.
  [/^(58|XX|F0|HV|08)/, 'failed'],
];

/** Whether the connection can't be used any more, or was never made. */
export function isLost(error: unknown): boolean {
  if (error instanceof RecordTooLarge) return true;
  const { code, message } = partsOf(error);
  if (code !== '') return !isState(code) || /^(57P|08)/.test(code);
  return /connection|timeout|password|SSL|SCRAM/i.test(message);
}

/** Undefined if the fault is the question's. */
export function postgresRefusalOf(error: unknown): DatabaseRefusal | undefined {
  const { code, message } = partsOf(error);
  const known = BY_STATE.find(([state]) => state.test(code))?.[1];
  if (known !== undefined) return known;
  const tlsRefusal = tlsRefusalOf(code);
  if (tlsRefusal !== undefined) return tlsRefusal;
  if (code === '' && message.includes('support SSL')) return 'noEncryption';
  // The client has no password to send.
  if (code === '' && message.includes('password')) return 'password';
  return isLost(error) ? 'unreachable' : undefined;
}

function partsOf(error: unknown): { readonly code: string; readonly message: string } {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  return { code, message };
}
