/** The content of a pasted call, which the readers of curl, ckanapi and snippets pass to pastedCall.ts. */
export interface RawCall {
  readonly url: string;
  /** JSON, or parameters in the form of an HTML form. */
  readonly body?: string;
  /** Whether the call contains a token, a password or a cookie. */
  readonly hasSecret?: boolean;
  /** Names of parameters whose values can't be read. */
  readonly unread?: readonly string[];
}

/**
 * `file`: the call sends a file. `noAddress`: the server is missing. `unclear`: the body can't be read. `notResource`:
 * the call isn't about one resource.
 */
export interface PastedProblem {
  readonly problem: 'file' | 'noAddress' | 'unclear' | 'notResource';
}
