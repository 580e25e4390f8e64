/** What a pasted call says, as curl's, ckanapi's and a snippet's readers hand it to pastedCall.ts. */
export interface RawCall {
  readonly url: string;
  /** JSON, or parameters as a form sends them. */
  readonly body?: string;
  /** A token, a password or a cookie goes with it. */
  readonly hasSecret?: boolean;
  /** Names of parameters that stand in the text, but whose values can't be read. */
  readonly unread?: readonly string[];
}

/**
 * `file`: what it sends stands in a file. `noAddress`: it doesn't say which server. `unclear`: its body can't be read.
 * `notResource`: it doesn't ask for one resource.
 */
export interface PastedProblem {
  readonly problem: 'file' | 'noAddress' | 'unclear' | 'notResource';
}
