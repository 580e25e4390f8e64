import { translate } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

export interface ProblemAction {
  readonly label: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** A failure in words for people: what happened, and what remains or can be done. Only the VS Code side throws it. */
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

/** A server can't be reached now, but trying again may help. */
export class Unreachable extends Problem {}

/** The portal's address was changed, so that work begun at the old address can't continue. */
export class AddressChanged extends Problem {
  constructor(portal: string) {
    super(translate(PLATFORM_WORDS.addressChanged, { portal }), translate(PLATFORM_WORDS.runAtNewAddress));
  }
}
