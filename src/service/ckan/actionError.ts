/** Errors of actions, with bodies as CKAN sends them (docs/ckan.md 27). */

export interface ErrorBody {
  readonly __type: string;
  readonly [key: string]: unknown;
}

export class ActionError extends Error {
  override readonly name = 'ActionError';
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.__type);
    this.status = status;
    this.body = body;
  }
}

type Message = string | Readonly<Record<string, readonly string[]>>;

/** Messages by parameter. Messages about an object in a list are keyed by the object's own keys. */
export function validationError(messages: Readonly<Record<string, readonly Message[]>>): ActionError {
  return new ActionError(409, { ...messages, __type: 'Validation Error' });
}

export function invalidValue(parameter: string, value: string): ActionError {
  return validationError({ [parameter]: [`invalid value "${value}"`] });
}

export interface QueryInfo {
  readonly orig: readonly string[];
}

/** An error that CKAN only gets from PostgreSQL; `reason` is in PostgreSQL's words. */
export function invalidQuery(reason: string): ActionError {
  const info: QueryInfo = { orig: [reason] };
  return new ActionError(409, { query: ['Invalid query'], info, __type: 'Validation Error' });
}

export function notFound(what?: string): ActionError {
  const message = what === undefined ? 'Not found' : `Not found: ${what}`;
  return new ActionError(404, { message, __type: 'Not Found Error' });
}

export function notAuthorized(reason: string): ActionError {
  return new ActionError(403, { message: `Access denied: ${reason}`, __type: 'Authorization Error' });
}
