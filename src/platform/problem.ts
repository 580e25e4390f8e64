import { translate } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

/** What can be done about a failure: a button of its message. */
export interface ProblemAction {
  readonly label: string;
  /** A command of VS Code, or of ours. */
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** A failure in words already: what happened, and what is kept or can be done. Thrown by the VS Code side only. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly hint: string;
  readonly actions: readonly ProblemAction[];

  constructor(
    message: string,
    hint = '',
    { actions = [], ...options }: ErrorOptions & { readonly actions?: readonly ProblemAction[] } = {},
  ) {
    super(message, options);
    this.hint = hint;
    this.actions = actions;
  }
}

/** A server can't be reached now: what to do is to try again. */
export class Unreachable extends Problem {}

/** The portal has another address than the one that was asked so far: what was begun there can't go on elsewhere. */
export class AddressChanged extends Problem {
  constructor(portal: string) {
    super(translate(PLATFORM_WORDS.addressChanged, { portal }), translate(PLATFORM_WORDS.runAtNewAddress));
  }
}
