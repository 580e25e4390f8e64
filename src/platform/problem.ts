/** A failure in words already: what happened, and what is kept or can be done. Thrown by the VS Code side only. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly hint: string;

  constructor(message: string, hint = '', options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}
