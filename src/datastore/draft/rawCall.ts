/** The content of a pasted call, which the readers of curl, ckanapi and snippets pass to pastedCall.ts. */
export interface RawCall {
  readonly url: string;
  /** JSON, or parameters in the form of an HTML form. */
  readonly body?: string;
  readonly hasSecret?: boolean;
  readonly unread?: readonly string[];
}

/**
 * `noAddress`: the server is missing. `unclear`: the body can't be read. `notResource`: it isn't about one resource.
 */
export interface PastedProblem {
  readonly problem: 'file' | 'noAddress' | 'unclear' | 'notResource';
}
