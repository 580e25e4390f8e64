/** A way on, as a button of a message. */
export interface ProblemAction {
  readonly label: string;
  /** A command of VS Code. */
  readonly command: string;
}

/** A failure in words already: what happened, and what is kept or can be done. Thrown by the VS Code side only. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly hint: string;
  readonly action?: ProblemAction;

  constructor(message: string, hint = '', options: ErrorOptions & { readonly action?: ProblemAction } = {}) {
    super(message, options);
    this.hint = hint;
    if (options.action !== undefined) this.action = options.action;
  }
}
